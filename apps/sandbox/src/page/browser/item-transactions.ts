import { el } from '../../design/browser/dom.ts';
import {
  type ControlResponse,
  hasFocusedField,
  type RunAction,
  replaceContent,
  withWebhookResult,
} from './actions.ts';
import { fetchControl, type Item, postControl, type TransactionRow } from './control-api.ts';
import { button, rowForm, textField } from './form-fields.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.transactions;
const maxCurrent = 12;
const maxRemoved = 4;

/** Posts a change to a transaction, then loads and renders the list again. */
type PostChange = (
  status: (response: ControlResponse) => string,
  call: string,
  body: object,
) => void;

interface Rows {
  current: TransactionRow[];
  removed: TransactionRow[];
}

/** The last loaded rows, by item ID. A card that is rendered again shows them until it has reloaded. */
const cachedRows = new Map<string, Rows>();

/** An item's newest transactions, with buttons to edit or remove them, and removed transactions, which can be restored. */
export function transactionsPanel(item: Item, path: string, runAction: RunAction): HTMLElement {
  const container = el('div', { class: 'stack' });
  const render = () => {
    const rows = cachedRows.get(item.item_id);
    if (rows === undefined || hasFocusedField(container)) return;
    // The response does not contain the changed row, so load the list again.
    const postChange: PostChange = (status, call, body) =>
      runAction(status, async () => {
        const response = await postControl(`${path}/${call}`, body);
        // The form is about to be replaced. Move the focus to the row's first button.
        document.activeElement?.closest('li')?.querySelector('button')?.focus();
        await load();
        return response;
      });
    replaceContent(container, () => rowLists(item, rows, postChange));
  };
  const load = async () => {
    const [current, removed] = await Promise.all([
      fetchControl<TransactionRow[]>(`${path}/transactions?newest=${maxCurrent}`),
      fetchControl<TransactionRow[]>(`${path}/transactions?newest=${maxRemoved}&removed=true`),
    ]);
    cachedRows.set(item.item_id, { current, removed });
    render();
  };
  render();
  return el(
    'details',
    {
      id: `rows-${item.item_id}`,
      class: 'panel',
      ontoggle: ({ target }) => {
        if (target instanceof HTMLDetailsElement && target.open) load().catch(() => {});
      },
    },
    el('summary', {}, copy.newest),
    container,
  );
}

function rowLists(item: Item, { current, removed }: Rows, postChange: PostChange): Node[] {
  const list = el('ul', { class: 'rows' }, ...current.map((row) => currentRow(row, postChange)));
  if (removed.length === 0) return [list];
  return [
    list,
    el('h4', { id: `removed-${item.item_id}` }, copy.removedByBank),
    el(
      'ul',
      { class: 'rows', 'aria-labelledby': `removed-${item.item_id}` },
      ...removed.map((row) => removedRow(row, postChange)),
    ),
  ];
}

function cells(row: TransactionRow): HTMLElement[] {
  const money = row.amount.toLocaleString('en-US', {
    style: 'currency',
    currency: row.iso_currency_code ?? 'USD',
  });
  return [
    el('time', { class: 'muted number', datetime: row.date }, row.date),
    el(
      'span',
      { class: 'description' },
      row.name,
      row.pending && el('span', { class: 'tag' }, copy.pendingTag),
    ),
    el('span', { class: 'number money' }, money),
  ];
}

function currentRow(row: TransactionRow, postChange: PostChange): HTMLElement {
  const { transaction_id } = row;
  const form = rowForm(
    ({ amount, ...fields }) =>
      postChange(withWebhookResult(copy.edited(row.name)), 'modify', {
        transaction_id,
        ...fields,
        amount: Number(amount),
      }),
    copy.save,
    textField(`edit-description-${transaction_id}`, copy.description, {
      name: 'description',
      value: row.name,
      required: true,
    }),
    textField(`edit-amount-${transaction_id}`, copy.amount, {
      name: 'amount',
      type: 'number',
      step: '0.01',
      value: String(row.amount),
      required: true,
    }),
  );
  form.hidden = true;
  const edit = el(
    'button',
    {
      class: 'button quiet',
      type: 'button',
      'aria-expanded': 'false',
      'aria-label': copy.editLabel(row.name),
      onclick: () => {
        form.hidden = !form.hidden;
        edit.setAttribute('aria-expanded', String(!form.hidden));
        if (!form.hidden) form.querySelector('input')?.focus();
      },
    },
    copy.edit,
  );
  const remove = button(
    copy.remove,
    () => postChange(withWebhookResult(copy.removed(row.name)), 'remove', { transaction_id }),
    'quiet',
  );
  remove.setAttribute('aria-label', copy.removeLabel(row.name));
  return el(
    'li',
    {},
    el('div', { class: 'line' }, ...cells(row), el('span', { class: 'actions' }, edit, remove)),
    form,
  );
}

function removedRow(row: TransactionRow, postChange: PostChange): HTMLElement {
  const { transaction_id } = row;
  const restore = button(
    copy.restore,
    () => postChange(withWebhookResult(copy.restored(row.name)), 'restore', { transaction_id }),
    'quiet',
  );
  restore.setAttribute('aria-label', copy.restoreLabel(row.name));
  return el(
    'li',
    {},
    el('div', { class: 'line' }, ...cells(row), el('span', { class: 'actions' }, restore)),
  );
}
