import { el, requireElement } from '../../design/browser/dom.ts';
import { createRunAction, showStatus, updateList } from './actions.ts';
import {
  type Bank,
  type Exchange,
  type Fault,
  fetchControl,
  fetchMails,
  type Item,
  type LoggedRequest,
  type Mail,
  type Payment,
  type Person,
  postControl,
  type Quote,
  type WebhookOptions,
} from './control-api.ts';
import { exchangeCard } from './exchange-card.ts';
import { connectFaultForm, faultRows } from './fault-section.ts';
import { formValues } from './form-fields.ts';
import { itemCard } from './item-card.ts';
import { connectManualForms } from './manual-forms-section.ts';
import { connectMarketForms, quoteChip } from './market-section.ts';
import { pageCopy } from './page.copy.ts';
import { deliveryOptions, paymentCard, withEventResults } from './payment-card.ts';
import { renderPeopleAndBanks } from './people-section.ts';

const maxMails = 5;
const maxRequests = 30;

const runAction = createRunAction(render);
const webhookOptions = fetchControl<WebhookOptions>('webhooks');

function emptyCard(text: string): HTMLElement {
  return el('p', { class: 'muted card empty' }, text);
}

async function render(): Promise<void> {
  const [items, payments, quotes, exchange, faults, log, mails] = await Promise.all([
    fetchControl<Item[]>('items'),
    fetchControl<Payment[]>('payments'),
    fetchControl<Quote[]>('quotes'),
    fetchControl<Exchange>('exchange'),
    fetchControl<Fault[]>('faults'),
    fetchControl<LoggedRequest[]>('log'),
    fetchMails(),
  ]);
  const webhooks = await webhookOptions;
  updateList('#item-list', items, () =>
    items.length === 0
      ? [emptyCard(pageCopy.items.empty)]
      : items.toReversed().map((item) => itemCard(item, webhooks, runAction)),
  );
  updateList('#payment-list', payments, () =>
    payments.toReversed().map((payment) => paymentCard(payment, runAction)),
  );
  updateList('#quote-list', quotes, () => quotes.map(quoteChip));
  updateList('#exchange-list', exchange.links, () =>
    exchange.links.length === 0
      ? [emptyCard(pageCopy.exchange.empty)]
      : exchange.links.toReversed().map((link) => exchangeCard(link, runAction)),
  );
  updateList('#fault-list', faults, () => faultRows(faults, runAction));
  const newest = mails.slice(-maxMails).toReversed();
  updateList('#mail-list', newest, () =>
    newest.length === 0
      ? [el('li', { class: 'muted' }, pageCopy.inbox.empty)]
      : newest.map(mailRow),
  );
  const requests = log
    .filter(({ path }) => /^\/(plaid|v1|stripe|google|apple|quotes|coinbase)\//.test(path))
    .slice(0, maxRequests);
  updateList('#log-list', requests, () =>
    requests.length === 0
      ? [el('li', { class: 'muted' }, pageCopy.log.empty)]
      : requests.map(logRow),
  );
}

function mailRow({ id, received_at, to, subject }: Mail): HTMLElement {
  return el(
    'li',
    {},
    el('time', { class: 'muted', datetime: received_at }, received_at.slice(11, 19)),
    el('a', { href: `/mail/${id}` }, subject || pageCopy.inbox.noSubject),
    el('span', { class: 'muted' }, to),
  );
}

function logRow(request: LoggedRequest): HTMLElement {
  const isFailed = request.status === 0 || request.status >= 400;
  return el(
    'li',
    {},
    el('time', { class: 'muted', datetime: request.at }, request.at.slice(11, 19)),
    el('span', {}, `${request.method} ${request.path}`),
    el(
      'span',
      { class: isFailed ? 'error' : 'muted' },
      request.status === 0 ? pageCopy.log.dropped : String(request.status),
    ),
    el('span', { class: 'muted' }, `${Math.round(request.duration_ms)} ms`),
  );
}

const payForm = requireElement('#pay-form', HTMLFormElement);
payForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { slow, ...fields } = formValues(payForm);
  const unpaid = slow === undefined ? {} : { payment_status: 'unpaid' };
  const { completed, started } = pageCopy.payments;
  runAction(withEventResults(slow === undefined ? completed : started), () =>
    postControl('payments/complete', { ...fields, ...unpaid, ...deliveryOptions() }),
  );
});

const resetForm = requireElement('#reset-form', HTMLFormElement);
resetForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { seed } = formValues(resetForm);
  runAction(pageCopy.reset.done, () =>
    postControl('reset', seed === undefined ? {} : { seed: Number(seed) }),
  );
});

/** Renders the sections that do not change while the page is open. */
async function renderStaticSections(): Promise<void> {
  const [people, banks, quotes, exchange] = await Promise.all([
    fetchControl<Person[]>('people'),
    fetchControl<Bank[]>('institutions'),
    fetchControl<Quote[]>('quotes'),
    fetchControl<Exchange>('exchange'),
  ]);
  renderPeopleAndBanks(people, banks);
  connectFaultForm(banks, runAction);
  connectMarketForms(quotes, exchange, runAction);
  connectManualForms(exchange, runAction);
}

await Promise.all([renderStaticSections(), render()]).catch((error: unknown) =>
  showStatus(String(error), true),
);
setInterval(() => {
  // A failed poll is ignored: the sandbox may be restarting, and the page keeps showing the last data.
  if (!document.hidden) render().catch(() => {});
}, 2_000);
