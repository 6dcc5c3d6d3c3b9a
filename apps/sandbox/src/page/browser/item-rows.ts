import { el } from '../../look/browser/dom.ts';
import { act, type Item, type Row, read } from './control-calls.ts';
import { button, rowForm, textField } from './fields.ts';
import { type Answer, isTypedIn, type Press, replace, told } from './press.ts';

const newest = 12;
const newestRemoved = 4;

/** Makes a call about a row, and shows what became of it. */
type Change = (said: (answer: Answer) => string, call: string, body: object) => void;

interface Rows {
  standing: Row[];
  removed: Row[];
}

/** What was shown last, by item: a card that is drawn anew shows it until it has read again. */
const known = new Map<string, Rows>();

/** The newest transactions of an item, each to be changed or taken back, and those that were. */
export function rowsPanel(item: Item, path: string, press: Press): HTMLElement {
  const place = el('div', { class: 'stack' });
  const show = () => {
    const rows = known.get(item.item_id);
    if (rows === undefined || isTypedIn(place)) return;
    // What a row was changed to is known only from reading it again.
    const change: Change = (said, call, body) =>
      press(said, async () => {
        const answer = await act(`${path}/${call}`, body);
        // The fields go with their form: the keyboard goes on at the row's first button.
        document.activeElement?.closest('li')?.querySelector('button')?.focus();
        await load();
        return answer;
      });
    replace(place, () => listOf(item, rows, change));
  };
  const load = async () => {
    const [standing, removed] = await Promise.all([
      read<Row[]>(`${path}/transactions?newest=${newest}`),
      read<Row[]>(`${path}/transactions?newest=${newestRemoved}&removed=true`),
    ]);
    known.set(item.item_id, { standing, removed });
    show();
  };
  show();
  return el(
    'details',
    {
      id: `rows-${item.item_id}`,
      class: 'panel',
      ontoggle: ({ target }) => {
        if (target instanceof HTMLDetailsElement && target.open) load().catch(() => {});
      },
    },
    el('summary', {}, 'Newest transactions'),
    place,
  );
}

function listOf(item: Item, { standing, removed }: Rows, change: Change): Node[] {
  const list = el('ul', { class: 'rows' }, ...standing.map((row) => standingRow(row, change)));
  if (removed.length === 0) return [list];
  return [
    list,
    el('h4', { id: `removed-${item.item_id}` }, 'Taken back by the bank'),
    el(
      'ul',
      { class: 'rows', 'aria-labelledby': `removed-${item.item_id}` },
      ...removed.map((row) => removedRow(row, change)),
    ),
  ];
}

function words(row: Row): HTMLElement[] {
  const money = row.amount.toLocaleString('en-US', {
    style: 'currency',
    currency: row.iso_currency_code ?? 'USD',
  });
  return [
    el('time', { class: 'muted number', datetime: row.date }, row.date),
    el('span', { class: 'what' }, row.name, row.pending && el('span', { class: 'tag' }, 'pending')),
    el('span', { class: 'number money' }, money),
  ];
}

function standingRow(row: Row, change: Change): HTMLElement {
  const { transaction_id } = row;
  const form = rowForm(
    ({ amount, ...fields }) =>
      change(told(`${row.name} was changed.`), 'modify', {
        transaction_id,
        ...fields,
        amount: Number(amount),
      }),
    'Save',
    textField(`change-what-${transaction_id}`, 'Description', {
      name: 'description',
      value: row.name,
      required: true,
    }),
    textField(`change-amount-${transaction_id}`, 'Amount', {
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
      'aria-label': `Change ${row.name}`,
      onclick: () => {
        form.hidden = !form.hidden;
        edit.setAttribute('aria-expanded', String(!form.hidden));
        if (!form.hidden) form.querySelector('input')?.focus();
      },
    },
    'Change',
  );
  const remove = button(
    'Remove',
    () => change(told(`${row.name} was taken back.`), 'remove', { transaction_id }),
    'quiet',
  );
  remove.setAttribute('aria-label', `Remove ${row.name}`);
  return el(
    'li',
    {},
    el('div', { class: 'line' }, ...words(row), el('span', { class: 'acts' }, edit, remove)),
    form,
  );
}

function removedRow(row: Row, change: Change): HTMLElement {
  const { transaction_id } = row;
  const restore = button(
    'Restore',
    () => change(told(`${row.name} is back.`), 'restore', { transaction_id }),
    'quiet',
  );
  restore.setAttribute('aria-label', `Restore ${row.name}`);
  return el(
    'li',
    {},
    el('div', { class: 'line' }, ...words(row), el('span', { class: 'acts' }, restore)),
  );
}
