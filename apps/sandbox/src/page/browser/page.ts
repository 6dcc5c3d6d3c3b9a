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
import { arrangement, delivered, paymentCard } from './payment-card.ts';
import { fill, makePress, say } from './press.ts';

const newestMails = 5;
const newestRequests = 30;

const press = makePress(draw);
const kinds = read<WebhookKinds>('webhooks');

function emptyCard(words: string): HTMLElement {
  return el('p', { class: 'muted card empty' }, words);
}

async function draw(): Promise<void> {
  const [items, payments, quotes, exchange, faults, log, mails] = await Promise.all([
    read<Item[]>('items'),
    read<Payment[]>('payments'),
    read<Quote[]>('quotes'),
    read<Exchange>('exchange'),
    read<Fault[]>('faults'),
    read<LoggedRequest[]>('log'),
    readMails(),
  ]);
  const webhooks = await kinds;
  fill('#item-list', items, () =>
    items.length === 0
      ? [emptyCard('Nothing is linked yet. In Cairn, open Link and choose a bank.')]
      : items.toReversed().map((item) => itemCard(item, webhooks, press)),
  );
  fill('#payment-list', payments, () =>
    payments.toReversed().map((one) => paymentCard(one, press)),
  );
  fill('#quote-list', quotes, () => quotes.map(quoteChip));
  fill('#exchange-list', exchange.links, () =>
    exchange.links.length === 0
      ? [emptyCard('Nobody has linked it yet.')]
      : exchange.links.toReversed().map((link) => exchangeCard(link, press)),
  );
  fill('#fault-list', faults, () => faultRows(faults, press));
  const newest = mails.slice(-newestMails).toReversed();
  fill('#mail-list', newest, () =>
    newest.length === 0 ? [el('li', { class: 'muted' }, 'No mail so far.')] : newest.map(mailRow),
  );
  const asked = log
    .filter((one) => /^\/(plaid|v1|stripe|google|apple|quotes|coinbase)\//.test(one.path))
    .slice(0, newestRequests);
  fill('#log-list', asked, () =>
    asked.length === 0 ? [el('li', { class: 'muted' }, 'Nothing so far.')] : asked.map(logRow),
  );
}

function mailRow({ id, received_at, to, subject }: Mail): HTMLElement {
  return el(
    'li',
    {},
    el('time', { class: 'muted', datetime: received_at }, received_at.slice(11, 19)),
    el('a', { href: `/mail/${id}` }, subject || '(no subject)'),
    el('span', { class: 'muted' }, to),
  );
}

function logRow(request: LoggedRequest): HTMLElement {
  const failed = request.status === 0 || request.status >= 400;
  return el(
    'li',
    {},
    el('time', { class: 'muted', datetime: request.at }, request.at.slice(11, 19)),
    el('span', {}, `${request.method} ${request.path}`),
    el(
      'span',
      { class: failed ? 'error' : 'muted' },
      request.status === 0 ? 'dropped' : String(request.status),
    ),
    el('span', { class: 'muted' }, `${Math.round(request.duration_ms)} ms`),
  );
}

const payForm = need('#pay-form', HTMLFormElement);
payForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { slow, ...fields } = fieldsOf(payForm);
  const unpaid = slow === undefined ? {} : { payment_status: 'unpaid' };
  const words = slow === undefined ? 'The payment is complete.' : 'The money is on its way.';
  press(delivered(words), () =>
    act('payments/complete', { ...fields, ...unpaid, ...arrangement() }),
  );
});

const resetForm = need('#reset-form', HTMLFormElement);
resetForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { seed } = fieldsOf(resetForm);
  press('The sandbox has forgotten everything.', () =>
    act('reset', seed === undefined ? {} : { seed: Number(seed) }),
  );
});

/** What stays as it is while the page is open. */
async function begin(): Promise<void> {
  const [people, banks, quotes, exchange] = await Promise.all([
    read<Person[]>('people'),
    read<Bank[]>('institutions'),
    read<Quote[]>('quotes'),
    read<Exchange>('exchange'),
  ]);
  introduce(people, banks);
  wireFaultForm(banks, press);
  wireMarketForms(quotes, exchange, press);
  wireFormsByHand(exchange, press);
}

await Promise.all([begin(), draw()]).catch((error: unknown) => say(String(error), true));
setInterval(() => {
  // A sandbox that is restarting is back in a moment; the page keeps what it shows.
  if (!document.hidden) draw().catch(() => {});
}, 2_000);
