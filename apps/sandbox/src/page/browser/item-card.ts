import { el } from '../../look/browser/dom.ts';
import { act, type Item, type WebhookKinds } from './control-calls.ts';
import { button, choiceField, rowForm, textField } from './fields.ts';
import { rowsPanel } from './item-rows.ts';
import { webhooksPanel } from './item-webhooks.ts';
import { type Answer, type Press, told } from './press.ts';

const states: Record<string, [words: string, kind: string]> = {
  ok: ['Connected', 'good'],
  login_required: ['Login required', 'attention'],
  revoked: ['Consent withdrawn', 'attention'],
  removed: ['Removed by the app', ''],
};

/** An item with its accounts and everything that can happen to it. */
export function itemCard(item: Item, kinds: WebhookKinds, press: Press): HTMLElement {
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
    el('p', { class: 'muted small number' }, countsOf(item)),
    activityForm(item, path, press),
    el('div', { class: 'buttons' }, ...buttonsOf(item, path, press)),
    rowsPanel(item, path, press),
    webhooksPanel(item, kinds, press),
  );
  return card;
}

function countsOf(item: Item): string {
  const last =
    item.last_webhook === null
      ? item.webhook === null
        ? 'No webhook address.'
        : 'No webhook so far.'
      : `Last webhook: ${item.last_webhook.code}, ${item.last_webhook.sent_at.slice(11, 19)} UTC.`;
  const synced = item.synced ? '' : ' Not synced yet.';
  return `${item.transactions.toLocaleString('en-US')} transactions, ${item.pending} pending. ${last}${synced}`;
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
  const more = el(
    'details',
    { id: `more-${id}`, class: 'panel more' },
    el('summary', {}, 'More fields'),
    el(
      'div',
      { class: 'row' },
      textField(`category-${id}`, 'Category', {
        name: 'category',
        placeholder: 'food_and_drink_coffee',
      }),
      textField(`merchant-${id}`, 'Merchant', { name: 'merchant_name' }),
      textField(`date-${id}`, 'Date (today unless said)', { name: 'date', type: 'date' }),
      textField(`tip-${id}`, 'Tip, added when it posts', {
        name: 'tip',
        type: 'number',
        step: '0.01',
      }),
    ),
  );
  const pending = el('input', { type: 'checkbox', name: 'pending', id: `pending-${id}` });
  const form = rowForm(
    ({ amount, tip, pending: waits, ...fields }) => {
      const transaction = {
        ...fields,
        amount: Number(amount),
        pending: waits === 'on',
        ...(tip === undefined ? {} : { tip: Number(tip) }),
      };
      press(told(`${fields.description} added.`), () =>
        act(`${path}/activity`, { transactions: [transaction] }),
      );
    },
    'Add transaction',
    textField(`what-${id}`, 'Description', {
      name: 'description',
      value: 'Corner Bakery',
      required: true,
    }),
    textField(`amount-${id}`, 'Amount (− is money in)', {
      name: 'amount',
      type: 'number',
      step: '0.01',
      value: '12.50',
      required: true,
      class: 'input number',
    }),
    choiceField(
      `account-${id}`,
      'Account',
      item.accounts.map((one) => [one.account_id, one.name]),
      { name: 'account_id' },
    ),
    el('label', { class: 'choice small' }, pending, 'Pending'),
  );
  form.querySelector('button')?.classList.add('primary');
  form.append(more);
  return form;
}

function buttonsOf(item: Item, path: string, press: Press): HTMLElement[] {
  const settled = ({ transactions }: Answer) =>
    Array.isArray(transactions) && transactions.length > 0
      ? 'What was pending has posted.'
      : 'Nothing was pending.';
  const more = ['liabilities', 'investments'];
  const agreesToMore = more.some((product) => item.consented_products.includes(product));
  return [
    button('Settle pending', () => press(settled, () => act(`${path}/settle`))),
    item.state === 'login_required'
      ? button('Repair login', () => press('The login works again.', () => act(`${path}/repair`)))
      : button('Require login', () =>
          press('The bank asks to sign in again.', () => act(`${path}/login_required`)),
        ),
    agreesToMore
      ? button('Share transactions only', () =>
          press('Debts and holdings are told no more, from the next sync on.', () =>
            act(`${path}/consent`, { products: [] }),
          ),
        )
      : button('Share debts and holdings', () =>
          press('Debts and holdings are told, from the next sync on.', () =>
            act(`${path}/consent`, { products: more }),
          ),
        ),
  ];
}
