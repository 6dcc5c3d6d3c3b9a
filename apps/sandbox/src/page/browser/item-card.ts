import { el } from '../../look/browser/dom.ts';
import { act, type Item } from './control-calls.ts';

/** What the page does when a button of a card was pressed: says what came of it and draws everything anew. */
export type Press = (what: string, doing: () => Promise<unknown>) => void;

const states: Record<string, [words: string, kind: string]> = {
  ok: ['Connected', 'good'],
  login_required: ['Login required', 'attention'],
  removed: ['Removed by the app', ''],
};

/** An item with its accounts and the buttons of what can happen to it. */
export function itemCard(item: Item, press: Press): HTMLElement {
  const [words, kind] = states[item.state] ?? [item.state.replaceAll('_', ' '), ''];
  const gone = item.state === 'removed';
  const path = `items/${encodeURIComponent(item.item_id)}`;
  const card = el(
    'article',
    { class: `card item${gone ? ' gone' : ''}`, 'data-key': item.item_id },
    el(
      'div',
      { class: 'item-head' },
      el(
        'div',
        {},
        el('h3', {}, item.institution_name),
        el('p', { class: 'muted small' }, item.username, ' · ', el('code', {}, item.item_id)),
      ),
      el('span', { class: `state ${kind}` }, words),
    ),
  );
  if (gone) return card;
  card.append(
    el('ul', { class: 'accounts number' }, ...item.accounts.map(accountRow)),
    el(
      'p',
      { class: 'muted small number' },
      `${item.transactions.toLocaleString('en-US')} transactions, ${item.pending} pending. ${
        item.last_webhook
          ? `Last webhook: ${item.last_webhook.code}.`
          : item.webhook
            ? 'No webhook so far.'
            : 'No webhook address.'
      }`,
    ),
    activityForm(item, path, press),
    buttons(item, path, press),
  );
  return card;
}

function accountRow(account: Item['accounts'][number]): HTMLElement {
  const { current, iso_currency_code } = account.balances;
  const money =
    current === null
      ? '—'
      : current.toLocaleString('en-US', {
          style: 'currency',
          currency: iso_currency_code ?? 'USD',
        });
  const mask = account.mask ? ` ••${account.mask}` : '';
  return el(
    'li',
    {},
    el('span', {}, account.name, el('span', { class: 'muted' }, mask)),
    el('span', {}, money),
  );
}

function activityForm(item: Item, path: string, press: Press): HTMLElement {
  const id = item.item_id;
  const description = el('input', {
    class: 'input',
    id: `what-${id}`,
    name: 'description',
    value: 'Corner Bakery',
    required: true,
  });
  const amount = el('input', {
    class: 'input number',
    id: `amount-${id}`,
    name: 'amount',
    type: 'number',
    step: '0.01',
    value: '12.50',
    required: true,
  });
  const account = el(
    'select',
    { class: 'input', id: `account-${id}`, name: 'account_id' },
    ...item.accounts.map((one) => el('option', { value: one.account_id }, one.name)),
  );
  const pending = el('input', { type: 'checkbox', name: 'pending' });
  const field = (label: string, input: HTMLElement) =>
    el('div', { class: 'field' }, el('label', { for: input.id }, label), input);
  return el(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault();
        const transaction = {
          description: description.value,
          amount: Number(amount.value),
          account_id: account.value,
          pending: pending.checked,
        };
        press(`${description.value} added.`, () =>
          act(`${path}/activity`, { transactions: [transaction] }),
        );
      },
    },
    field('Description', description),
    field('Amount (− is money in)', amount),
    field('Account', account),
    el('label', { class: 'choice small' }, pending, 'Pending'),
    el('button', { class: 'button primary', type: 'submit' }, 'Add transaction'),
  );
}

function buttons(item: Item, path: string, press: Press): HTMLElement {
  const button = (words: string, said: string, call: string, body: object = {}) =>
    el(
      'button',
      { class: 'button', type: 'button', onclick: () => press(said, () => act(call, body)) },
      words,
    );
  const { item_id } = item;
  return el(
    'div',
    { class: 'buttons' },
    button('Settle pending', 'What was pending has posted.', `${path}/settle`),
    item.state === 'login_required'
      ? button('Repair login', 'The login works again.', `${path}/repair`)
      : button('Require login', 'The bank asks to sign in again.', `${path}/login_required`),
    button('Replay webhook', 'The last webhook was sent again.', 'webhooks/replay', {
      item_id,
      times: 1,
    }),
    button('Forge webhook', 'A forged webhook was sent.', 'webhooks/forge', {
      item_id,
      how: 'wrong_key',
    }),
  );
}
