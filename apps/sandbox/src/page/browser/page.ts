import { el, icon, need } from '../../look/browser/dom.ts';
import {
  act,
  type Bank,
  type ExchangeLink,
  type Fault,
  type Item,
  type LoggedRequest,
  type Payment,
  type Person,
  type Quote,
  read,
} from './control-calls.ts';
import { exchangeCard } from './exchange-card.ts';
import { itemCard, type Press } from './item-card.ts';
import { paymentCard } from './payment-card.ts';

const said = need('#said', HTMLElement);

/** Says what came of something, for the eye and for a screen reader. */
function say(words: string, failed = false): void {
  said.textContent = words;
  said.hidden = false;
  said.classList.toggle('good', !failed);
}

const press: Press = async (what, doing) => {
  try {
    await doing();
    say(what);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
  await draw();
};

/** Replaces what a list shows, but only when it differs: what somebody is typing in stays as it is. */
function fill(selector: string, source: unknown, content: () => Node[]): void {
  const place = need(selector, HTMLElement);
  const text = JSON.stringify(source);
  if (place.dataset.source === text) return;
  const typing = place.contains(document.activeElement) && place.dataset.source !== undefined;
  if (typing && document.activeElement?.matches('input, select')) return;
  place.dataset.source = text;
  place.replaceChildren(...content());
}

function emptyCard(words: string): HTMLElement {
  return el('p', { class: 'muted card empty' }, words);
}

async function draw(): Promise<void> {
  const [items, payments, quotes, exchange, faults, log] = await Promise.all([
    read<Item[]>('items'),
    read<Payment[]>('payments'),
    read<Quote[]>('quotes'),
    read<{ links: ExchangeLink[] }>('exchange'),
    read<Fault[]>('faults'),
    read<LoggedRequest[]>('log'),
  ]);
  fill('#item-list', items, () =>
    items.length === 0
      ? [emptyCard('Nothing is linked yet. In Cairn, open Link and choose a bank.')]
      : items.toReversed().map((item) => itemCard(item, press)),
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
  fill('#fault-list', faults, () => faultRows(faults));
  const asked = log
    .filter((one) => /^\/(plaid|v1|stripe|google|apple|quotes|coinbase)\//.test(one.path))
    .slice(0, 30);
  fill('#log-list', asked, () =>
    asked.length === 0 ? [el('li', { class: 'muted' }, 'Nothing so far.')] : asked.map(logRow),
  );
}

function quoteChip({ symbol, price }: Quote): HTMLElement {
  return el(
    'li',
    { class: 'card' },
    el('b', {}, symbol),
    el('span', { class: 'number' }, `$${price.toFixed(2)}`),
  );
}

function faultRows(faults: Fault[]): Node[] {
  if (faults.length === 0) return [];
  const row = (fault: Fault) =>
    el(
      'li',
      {},
      el('b', {}, fault.kind.replaceAll('_', ' ')),
      ` · ${fault.provider}${fault.route ?? ''} · ${fault.times} ${fault.times === 1 ? 'time' : 'times'}`,
    );
  const clear = () => press('All faults are gone.', () => act('faults/clear'));
  return [
    el(
      'div',
      { class: 'card waiting' },
      el('ul', {}, ...faults.map(row)),
      el('button', { class: 'button', type: 'button', onclick: clear }, 'Clear faults'),
    ),
  ];
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

/** A value with a button that copies it. */
function copyable(name: string, value: string): HTMLElement {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    say(`Copied ${value}.`);
  };
  return el(
    'div',
    { class: 'copyable' },
    el('code', {}, value),
    el(
      'button',
      {
        class: 'button quiet',
        type: 'button',
        'aria-label': `Copy ${name} ${value}`,
        onclick: copy,
      },
      icon('copy'),
    ),
  );
}

async function introduce(): Promise<void> {
  const [people, banks] = await Promise.all([
    read<Person[]>('people'),
    read<Bank[]>('institutions'),
  ]);
  need('#person-list', HTMLElement).replaceChildren(
    ...people.map((person) =>
      el(
        'li',
        { class: 'card person' },
        el('h3', {}, person.full_name),
        el('p', { class: 'muted small' }, person.description),
        el(
          'div',
          { class: 'keys' },
          copyable('username', person.username),
          copyable('password', person.password),
        ),
      ),
    ),
  );
  need('#bank-list', HTMLElement).replaceChildren(
    ...banks.map((bank) =>
      el(
        'li',
        { class: 'card' },
        el('img', { src: `data:image/png;base64,${bank.logo}`, alt: '', width: 32, height: 32 }),
        el('span', {}, bank.name),
        el('code', { class: 'muted tiny' }, bank.institution_id),
      ),
    ),
  );
}

/** The filled-in fields of a form. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

need('#pay-form', HTMLFormElement).addEventListener(
  'submit',
  function pay(this: HTMLFormElement, event) {
    event.preventDefault();
    press('The payment is complete.', () => act('payments/complete', fieldsOf(this)));
  },
);

need('#fault-form', HTMLFormElement).addEventListener(
  'submit',
  function ask(this: HTMLFormElement, event) {
    event.preventDefault();
    const { times, ...fields } = fieldsOf(this);
    press('The fault waits for its request.', () =>
      act('faults', { ...fields, times: Number(times ?? 1) }),
    );
  },
);

need('#reset', HTMLButtonElement).addEventListener('click', () =>
  press('The sandbox has forgotten everything.', () => act('reset')),
);

await Promise.all([introduce(), draw()]).catch((error: unknown) => say(String(error), true));
setInterval(() => {
  // A sandbox that is restarting is back in a moment; the page keeps what it shows.
  if (!document.hidden) draw().catch(() => {});
}, 2_000);
