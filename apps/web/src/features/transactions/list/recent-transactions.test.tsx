import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

afterEach(() => page.viewport(1280, 800));

const longName = 'International Consolidated Purveyors of Unreasonably Long Merchant Names';

async function openCard(amounts: readonly number[], className = '') {
  fakeServer.respond('GET /user/transactions/recent', {
    transactions: amounts.map((amount, index) =>
      exampleTransaction({ id: `transaction-${index}`, amount, merchant_name: longName }),
    ),
    meta: { number: amounts.length, month: 'November' },
  });
  await renderApp(<RecentTransactions neverSynced={false} className={className} />);
  const table = page.getByRole('table', { name: 'Recent transactions' });
  await expect.element(table).toBeVisible();
  return table;
}

test.each([320, 390])('at %i px, an amount of eight digits is not cut off', async (width) => {
  await page.viewport(width, 800);
  const table = await openCard([12_345_678.9, -9_876_543.21]);
  for (const amount of ['$12,345,678.90', '+$9,876,543.21']) {
    const box = table.getByText(amount).element().getBoundingClientRect();
    expect(box.right).toBeLessThanOrEqual(width - 20);
  }
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('the rows of a short list keep their height in a tall card', async () => {
  const table = await openCard([4.5], 'h-200');
  const row = table.getByRole('row').nth(1).element();
  expect(row.getBoundingClientRect().height).toBeLessThan(80);
});

test('a single transaction is counted in the singular', async () => {
  await openCard([4.5]);
  await expect.element(page.getByText("You've had 1 transaction so far in November")).toBeVisible();
});
