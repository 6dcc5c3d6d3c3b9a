import { el } from '../../design/browser/dom.ts';
import { type ControlResponse, type RunAction, withWebhookResult } from './actions.ts';
import { type Item, postControl, type WebhookOptions } from './control-api.ts';
import { button, rowForm, selectField, textField } from './form-fields.ts';
import { transactionsPanel } from './item-transactions.ts';
import { webhooksPanel } from './item-webhooks.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.items;
const stateKinds: Record<string, string> = {
  ok: 'good',
  login_required: 'attention',
  revoked: 'attention',
};

/** An item with its accounts and every action on it. */
export function itemCard(
  item: Item,
  webhookOptions: WebhookOptions,
  runAction: RunAction,
): HTMLElement {
  const state = copy.states[item.state] ?? item.state.replaceAll('_', ' ');
  const isRemoved = item.state === 'removed';
  const path = `items/${encodeURIComponent(item.item_id)}`;
  const card = el(
    'article',
    { class: 'card item', 'data-key': item.item_id },
    el(
      'div',
      { class: 'item-head' },
      el(
        'div',
        {},
        el('h3', {}, item.institution_name),
        el('p', { class: 'muted small' }, item.username, ' · ', el('code', {}, item.item_id)),
      ),
      el('span', { class: `state ${stateKinds[item.state] ?? ''}` }, state),
    ),
  );
  if (isRemoved) return card;
  card.append(
    el('ul', { class: 'accounts number' }, ...item.accounts.map(accountRow)),
    el('p', { class: 'muted small number' }, countsOf(item)),
    activityForm(item, path, runAction),
    el('div', { class: 'buttons' }, ...buttonsOf(item, path, runAction)),
    transactionsPanel(item, path, runAction),
    webhooksPanel(item, webhookOptions, runAction),
  );
  return card;
}

function countsOf(item: Item): string {
  const sentences = [
    copy.counts(item.transactions.toLocaleString('en-US'), item.pending),
    webhookStatus(item),
  ];
  if (!item.synced) sentences.push(copy.notSynced);
  return sentences.join(' ');
}

function webhookStatus({ last_webhook, webhook }: Item): string {
  if (last_webhook !== null) {
    return copy.lastWebhook(last_webhook.code, last_webhook.sent_at.slice(11, 19));
  }
  return webhook === null ? copy.noWebhookUrl : copy.noWebhookYet;
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

function activityForm(item: Item, path: string, runAction: RunAction): HTMLElement {
  const id = item.item_id;
  const labels = pageCopy.transactions;
  const moreFields = el(
    'details',
    { id: `more-${id}`, class: 'panel more' },
    el('summary', {}, labels.moreFields),
    el(
      'div',
      { class: 'row' },
      textField(`category-${id}`, labels.category, {
        name: 'category',
        placeholder: 'food_and_drink_coffee',
      }),
      textField(`merchant-${id}`, labels.merchant, { name: 'merchant_name' }),
      textField(`date-${id}`, labels.date, { name: 'date', type: 'date' }),
      textField(`tip-${id}`, labels.tip, {
        name: 'tip',
        type: 'number',
        step: '0.01',
      }),
    ),
  );
  const pending = el('input', { type: 'checkbox', name: 'pending', id: `pending-${id}` });
  const form = rowForm(
    ({ amount, tip, pending: isPending, ...fields }) => {
      const transaction = {
        ...fields,
        amount: Number(amount),
        pending: isPending === 'on',
        ...(tip === undefined ? {} : { tip: Number(tip) }),
      };
      runAction(withWebhookResult(labels.added(fields.description)), () =>
        postControl(`${path}/activity`, { transactions: [transaction] }),
      );
    },
    labels.add,
    textField(`description-${id}`, labels.description, {
      name: 'description',
      value: 'Corner Bakery',
      required: true,
    }),
    textField(`amount-${id}`, labels.signedAmount, {
      name: 'amount',
      type: 'number',
      step: '0.01',
      value: '12.50',
      required: true,
      class: 'input number',
    }),
    selectField(
      `account-${id}`,
      labels.account,
      item.accounts.map((account) => [account.account_id, account.name]),
      { name: 'account_id' },
    ),
    el('label', { class: 'choice small' }, pending, labels.pending),
  );
  form.querySelector('button')?.classList.add('primary');
  form.append(moreFields);
  return form;
}

function buttonsOf(item: Item, path: string, runAction: RunAction): HTMLElement[] {
  const postedStatus = ({ transactions }: ControlResponse) =>
    Array.isArray(transactions) && transactions.length > 0 ? copy.pendingPosted : copy.nonePending;
  const optionalProducts = ['liabilities', 'investments'];
  const sharesMore = optionalProducts.some((product) => item.consented_products.includes(product));
  return [
    button(copy.postPending, () => runAction(postedStatus, () => postControl(`${path}/settle`))),
    item.state === 'login_required'
      ? button(copy.repairLogin, () =>
          runAction(copy.loginRepaired, () => postControl(`${path}/repair`)),
        )
      : button(copy.requireLogin, () =>
          runAction(copy.loginRequired, () => postControl(`${path}/login_required`)),
        ),
    sharesMore
      ? button(copy.shareLess, () =>
          runAction(copy.sharedLess, () => postControl(`${path}/consent`, { products: [] })),
        )
      : button(copy.shareMore, () =>
          runAction(copy.sharedMore, () =>
            postControl(`${path}/consent`, { products: optionalProducts }),
          ),
        ),
  ];
}
