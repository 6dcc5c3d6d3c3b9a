import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import type { Change } from '../changes/changes.api.ts';
import { emptyFilter } from '../filter/transaction-filter.ts';
import { TransactionsPanel } from '../list/transactions-panel.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

const bulkCall = 'POST /user/transactions/bulk';
const ids = ['transaction-1', 'transaction-2', 'transaction-3', 'transaction-4'];
const checkbox = (index: number) => page.getByRole('checkbox').nth(index);
const status = () => page.getByRole('status').filter({ hasText: /selected|Select transactions/ });
const sentBodies = () => fakeServer.callsTo(bulkCall).map(({ body }) => body);

function Screen() {
  const { selection, start, end } = useSelection(emptyFilter);
  return (
    // The table's sticky headings leave space for the navigation.
    <div className="pt-16">
      <button type="button" onClick={start}>
        Select
      </button>
      <TransactionsPanel filter={emptyFilter} selection={selection} />
      {selection && <SelectionBar filter={emptyFilter} selection={selection} onEnd={end} />}
    </div>
  );
}

const change = (pending: number): Change => ({
  id: 'change-1',
  at: '2026-11-23T08:00:00.000Z',
  kind: 'bulk',
  undoes: null,
  undone_by: null,
  count: 2,
  pending,
  examples: [],
});

beforeEach(async () => {
  fakeServer.respond('POST /user/transactions/v2', {
    transactions: ids.map((id) => exampleTransaction({ id })),
    num_pages: 3,
    next: 'next',
  });
  fakeServer.respond('POST /user/transactions/summary', {
    count: 120,
    sum_in: 0,
    sum_out: 0,
    omitted_count: 0,
    currency: 'USD',
  });
  fakeServer.respond(bulkCall, { change_id: 'change-1', count: 2 });
  fakeServer.respond('GET /user/changes', { changes: [change(0)], next: null });
  await renderApp(<Screen />);
  await expect.element(button('Corner Cafe').first()).toBeVisible();
  await button('Select').click();
});

test('rows are selected by pressing them, and with Shift all rows in between', async () => {
  await expect.element(status()).toHaveTextContent('Select transactions');
  await checkbox(0).click();
  await expect.element(checkbox(0)).toBeChecked();
  await expect.element(status()).toHaveTextContent('1 selected');
  await userEvent.keyboard('{Shift>}');
  await checkbox(2).click();
  await userEvent.keyboard('{/Shift}');
  await expect.element(status()).toHaveTextContent('3 selected');
  await expect.element(checkbox(3)).not.toBeChecked();
  await checkbox(1).click();
  await expect.element(status()).toHaveTextContent('2 selected');
});

test('Space selects a row, and Escape ends the selection', async () => {
  checkbox(1).element().focus();
  await userEvent.keyboard(' ');
  await expect.element(checkbox(1)).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('the selected rows are changed together, and the selection ends with an offer to undo', async () => {
  await checkbox(0).click();
  await checkbox(2).click();
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Mark as reviewed' }).click();
  await expect.element(page.getByText('Changed 2 transactions')).toBeVisible();
  expect(sentBodies()).toEqual([
    { ids: ['transaction-1', 'transaction-3'], change: { reviewed: true } },
  ]);
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  fakeServer.respond('POST /user/changes/:id/undo', {
    change_id: 'change-2',
    count: 2,
    transactions: [],
  });
  await button('Undo').click();
  await expect.element(page.getByText('Change undone')).toBeVisible();
});

test('all matching transactions are changed by the filter, also those that are not loaded', async () => {
  await button('Select all 120').click();
  await expect.element(status()).toHaveTextContent('120 selected');
  await expect.element(checkbox(3)).toBeChecked();
  fakeServer.respond('GET /user/changes', { changes: [change(1)], next: null });
  await button('Category').click();
  await page.getByRole('combobox', { name: 'Search categories...' }).fill('coffee');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Changed 1 transaction so far')).toBeVisible();
  expect(sentBodies()).toEqual([{ filter: {}, change: { category: 'food_and_drink_coffee' } }]);
  fakeServer.respond('GET /user/changes', { changes: [change(0)], next: null });
  await expect.element(page.getByText('Changed 2 transactions')).toBeVisible();
});

test('a failed change keeps the selection and shows the reason', async () => {
  fakeServer.reject(bulkCall, 'unprocessable', 'You can change at most 100,000 transactions.');
  await checkbox(0).click();
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Exclude from spending' }).click();
  await expect.element(page.getByRole('alert').filter({ hasText: /at most/ })).toBeVisible();
  await expect.element(checkbox(0)).toBeChecked();
});
