import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptyFilter } from '../filter/transaction-filter.ts';
import { FilterTotals } from './filter-totals.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';

const list = 'POST /user/transactions/v2';
const totals = 'POST /user/transactions/summary';

test('if the list and its totals fail to load, one Retry button refetches both', async () => {
  fakeServer.reject(list, 'internal', 'Something went wrong.');
  fakeServer.reject(totals, 'internal', 'Something went wrong.');
  await renderApp(
    <>
      <FilterTotals filter={emptyFilter} onDownload={() => {}} onSelect={() => {}} />
      <TransactionsPanel filter={emptyFilter} />
    </>,
  );
  await expect.element(page.getByText("Your transactions couldn't be loaded")).toBeVisible();
  await expect.element(page.getByText("Totals couldn't be loaded.")).not.toBeInTheDocument();
  fakeServer.respond(list, {
    transactions: [exampleTransaction()],
    num_pages: 1,
    next: null,
  });
  fakeServer.respond(totals, {
    count: 1,
    sum_in: 0,
    sum_out: 4.5,
    omitted_count: 0,
    currency: 'USD',
  });
  await button('Retry').click();
  await expect.element(page.getByRole('button', { name: 'Corner Cafe' })).toBeVisible();
  await expect.element(page.getByText('$4.50 spent')).toBeVisible();
});
