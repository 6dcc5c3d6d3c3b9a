import { el, icon } from '../../look/browser/dom.ts';
import type { Account, Institution } from './bank-calls.ts';
import { badge, button, heading, type Step } from './pieces.ts';

/** What tells one account from another: its kind and the last digits. */
function describe(account: Account): string {
  const kind = account.subtype ?? account.type;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  return account.mask ? `${name} ••${account.mask}` : name;
}

/** The accounts of a login, all taken at first. */
export function chooseAccounts(
  institution: Institution,
  accounts: Account[],
  chosen: string[],
  next: (ids: string[]) => void,
): Step {
  const title = heading('Choose accounts to share');
  const boxes = accounts.map((account) =>
    el('input', {
      type: 'checkbox',
      name: 'account',
      value: account.id,
      checked: chosen.includes(account.id),
    }),
  );
  const error = el('p', { role: 'alert', class: 'error' });
  const rows = accounts.map((account, at) =>
    el(
      'li',
      {},
      el(
        'label',
        { class: 'account' },
        boxes[at],
        el(
          'span',
          {},
          el('b', {}, account.name),
          el('span', { class: 'muted small number' }, describe(account)),
        ),
      ),
    ),
  );
  const onsubmit = (event: Event) => {
    event.preventDefault();
    const ids = boxes.filter((box) => box.checked).map((box) => box.value);
    if (ids.length > 0) return next(ids);
    error.textContent = 'Choose at least one account.';
    boxes[0]?.focus();
  };
  const content = el(
    'form',
    { class: 'step', onsubmit },
    el('div', { class: 'crest' }, badge(institution)),
    title,
    el('p', { class: 'muted' }, `These are your accounts at ${institution.name}.`),
    el('ul', { class: 'accounts' }, ...rows),
    error,
    el(
      'div',
      { class: 'foot' },
      el('button', { type: 'submit', class: 'button primary wide' }, 'Continue'),
    ),
  );
  return { content, focus: title };
}

/** What each product lets the app see. */
const seen: Record<string, string> = {
  transactions: 'Transactions of the last 24 months',
  liabilities: 'When payments of cards and loans are due, and what they cost',
  investments: 'What investment accounts hold',
};

/** The last question. `agree` answers through `refuse` with what was wrong. */
export function consent(
  {
    client,
    products,
    accounts,
    more,
  }: { client: string; products: string[]; accounts: Account[]; more: boolean },
  agree: (refuse: (words: string) => void) => Promise<void>,
): Step {
  const title = heading(more ? `Share more with ${client}?` : `Share your data with ${client}?`);
  const error = el('p', { role: 'alert', class: 'error' });
  const send = button(more ? 'Agree' : 'Link account', () => {
    if (send.getAttribute('aria-busy') === 'true') return;
    error.textContent = '';
    send.setAttribute('aria-busy', 'true');
    void agree((words) => {
      send.setAttribute('aria-busy', 'false');
      error.textContent = words;
    });
  });
  const shared = [
    'Account names and types',
    'Balances',
    ...products.flatMap((product) => seen[product] ?? []),
  ];
  const content = el(
    'div',
    { class: 'step' },
    title,
    el(
      'ul',
      { class: 'ticks' },
      ...shared.map((words) => el('li', {}, icon('check'), el('span', {}, words))),
    ),
    el(
      'h2',
      { class: 'small muted' },
      accounts.length === 1 ? 'From' : `From ${accounts.length} accounts`,
    ),
    el(
      'ul',
      { class: 'accounts' },
      ...accounts.map((account) =>
        el(
          'li',
          { class: 'account' },
          el(
            'span',
            {},
            el('b', {}, account.name),
            el('span', { class: 'muted small number' }, describe(account)),
          ),
        ),
      ),
    ),
    error,
    el(
      'div',
      { class: 'foot' },
      send,
      el('p', { class: 'tiny muted' }, `You can unlink it in ${client} at any time.`),
    ),
  );
  return { content, focus: title };
}

export function success(client: string, bank: string, done: () => void): Step {
  const title = heading('Success');
  const content = el(
    'div',
    { class: 'step centred' },
    el('span', { class: 'tick' }, icon('check')),
    title,
    el('p', { class: 'muted', role: 'status' }, `${bank} is linked to ${client}.`),
    el('div', { class: 'foot' }, button('Done', done)),
  );
  return { content, focus: title };
}
