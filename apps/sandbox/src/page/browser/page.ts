import { el, need } from '../../look/browser/dom.ts';
import { wireFormsByHand } from './by-hand-section.ts';
import {
  act,
  type Bank,
  type Exchange,
  type Fault,
  type Item,
  type LoggedRequest,
  type Mail,
  type Payment,
  type Person,
  type Quote,
  read,
  readMails,
  type WebhookKinds,
} from './control-calls.ts';
import { exchangeCard } from './exchange-card.ts';
import { faultRows, wireFaultForm } from './fault-section.ts';
import { fieldsOf } from './fields.ts';
import { introduce } from './introduce.ts';
import { itemCard } from './item-card.ts';
import { quoteChip, wireMarketForms } from './market-section.ts';
import { pageCopy } from './page.copy.ts';
import { arrangement, delivered, paymentCard } from './payment-card.ts';
import { fill, makePress, say } from './press.ts';

const maxMails = 5;
const maxRequests = 30;

const runAction = makePress(render);
const webhookKinds = read<WebhookKinds>('webhooks');

function emptyCard(text: string): HTMLElement {
  return el('p', { class: 'muted card empty' }, text);
}

async function render(): Promise<void> {
  const [items, payments, quotes, exchange, faults, log, mails] = await Promise.all([
    read<Item[]>('items'),
    read<Payment[]>('payments'),
    read<Quote[]>('quotes'),
    read<Exchange>('exchange'),
    read<Fault[]>('faults'),
    read<LoggedRequest[]>('log'),
    readMails(),
  ]);
  const webhooks = await webhookKinds;
  fill('#item-list', items, () =>
    items.length === 0
      ? [emptyCard(pageCopy.items.empty)]
      : items.toReversed().map((item) => itemCard(item, webhooks, runAction)),
  );
  fill('#payment-list', payments, () =>
    payments.toReversed().map((payment) => paymentCard(payment, runAction)),
  );
  fill('#quote-list', quotes, () => quotes.map(quoteChip));
  fill('#exchange-list', exchange.links, () =>
    exchange.links.length === 0
      ? [emptyCard(pageCopy.exchange.empty)]
      : exchange.links.toReversed().map((link) => exchangeCard(link, runAction)),
  );
  fill('#fault-list', faults, () => faultRows(faults, runAction));
  const newest = mails.slice(-maxMails).toReversed();
  fill('#mail-list', newest, () =>
    newest.length === 0
      ? [el('li', { class: 'muted' }, pageCopy.inbox.empty)]
      : newest.map(mailRow),
  );
  const requests = log
    .filter(({ path }) => /^\/(plaid|v1|stripe|google|apple|quotes|coinbase)\//.test(path))
    .slice(0, maxRequests);
  fill('#log-list', requests, () =>
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

const payForm = need('#pay-form', HTMLFormElement);
payForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { slow, ...fields } = fieldsOf(payForm);
  const unpaid = slow === undefined ? {} : { payment_status: 'unpaid' };
  const { completed, started } = pageCopy.payments;
  runAction(delivered(slow === undefined ? completed : started), () =>
    act('payments/complete', { ...fields, ...unpaid, ...arrangement() }),
  );
});

const resetForm = need('#reset-form', HTMLFormElement);
resetForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { seed } = fieldsOf(resetForm);
  runAction(pageCopy.reset.done, () =>
    act('reset', seed === undefined ? {} : { seed: Number(seed) }),
  );
});

/** Renders the sections that do not change while the page is open. */
async function renderStaticSections(): Promise<void> {
  const [people, banks, quotes, exchange] = await Promise.all([
    read<Person[]>('people'),
    read<Bank[]>('institutions'),
    read<Quote[]>('quotes'),
    read<Exchange>('exchange'),
  ]);
  introduce(people, banks);
  wireFaultForm(banks, runAction);
  wireMarketForms(quotes, exchange, runAction);
  wireFormsByHand(exchange, runAction);
}

await Promise.all([renderStaticSections(), render()]).catch((error: unknown) =>
  say(String(error), true),
);
setInterval(() => {
  // A failed poll is ignored: the sandbox may be restarting, and the page keeps showing the last data.
  if (!document.hidden) render().catch(() => {});
}, 2_000);
