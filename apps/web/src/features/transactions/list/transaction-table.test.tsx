import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import type { Transaction } from '../transactions.api.ts';
import { type ConstantColumn, merchantColumns } from './columns.ts';
import { TransactionTable } from './transaction-table.tsx';

const texts = (locator: Locator) => locator.elements().map((element) => element.textContent);
const headings = () => texts(page.getByRole('columnheader'));
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const cellsOf = (name: string) => texts(rowOf(name).getByRole('cell'));

async function renderTable(
  transactions: readonly Transaction[],
  constantColumn?: ConstantColumn,
): Promise<(id: string) => void> {
  const onOpen = vi.fn();
  await render(
    <TransactionTable
      transactions={transactions}
      openId={null}
      constantColumn={constantColumn}
      onOpen={onOpen}
    />,
  );
  return onOpen;
}

/** Four transactions on two days of an earlier year. */
const twoDays = [
  exampleTransaction({ id: 'a', name: 'SQ *CORNER CAFE #12', date: '2024-05-15' }),
  exampleTransaction({ id: 'b', name: 'Rent', merchant_name: null, date: '2024-05-15' }),
  exampleTransaction({
    id: 'c',
    name: 'HOPALONG RIDES AIRPORT',
    merchant_name: 'Hopalong Rides',
    date: '2024-05-14',
  }),
  exampleTransaction({ id: 'd', name: 'Deposit', merchant_name: 'Deposit', date: '2024-05-14' }),
];

test('a table has six columns, and groups its rows by day', async () => {
  await renderTable(twoDays);
  expect(headings()).toEqual([
    'Date',
    'Merchant',
    'Name',
    'Account',
    'Detailed Category',
    'Amount',
  ]);
  const days = page.getByRole('rowgroup', { name: /2024/ });
  expect(days.elements().map((day) => day.getAttribute('aria-label'))).toEqual([
    'Wednesday, May 15, 2024',
    'Tuesday, May 14, 2024',
  ]);
  expect(texts(days.first().getByRole('button'))).toEqual(['Corner Cafe', 'Rent']);
  expect(texts(days.last().getByRole('button'))).toEqual(['Hopalong Rides', 'Deposit']);
  // The day is visible only once, but screen readers find it in every row.
  expect(page.getByText('May 15, 2024', { exact: true }).elements()).toHaveLength(3);
  expect(cellsOf('Rent')[0]).toBe('May 15, 2024');
});

test("the bank's text is shown only where it adds to the merchant's name", async () => {
  await renderTable(twoDays);
  expect(cellsOf('Corner Cafe')[2]).toBe('');
  expect(cellsOf('Rent')[2]).toBe('');
  expect(cellsOf('Hopalong Rides')[2]).toBe('HOPALONG RIDES AIRPORT');
  expect(cellsOf('Deposit')[2]).toBe('');
});

test.each([
  ['account', 'Account', 'Corner Cafe'],
  ['category', 'Detailed Category', 'Corner Cafe'],
  ['merchant', 'Merchant', 'SQ *CORNER CAFE #12'],
] as const)(
  'on the page of one %s, the column %s is left out',
  async (constantColumn, hidden, name) => {
    const onOpen = await renderTable(twoDays, constantColumn);
    expect(headings()).toHaveLength(5);
    expect(headings()).not.toContain(hidden);
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => onOpen).toHaveBeenCalledWith('a');
  },
);

test("if the bank's texts on a merchant's page add nothing, only screen readers get them", async () => {
  const repeating = twoDays.filter(({ id }) => id === 'a' || id === 'd');
  expect(merchantColumns(twoDays)).toBe('merchant');
  expect(merchantColumns(repeating)).toBe('merchant-and-name');
  const onOpen = await renderTable(repeating, 'merchant-and-name');
  expect(headings()).toEqual(['Date', 'Name', 'Account', 'Detailed Category', 'Amount']);
  const opener = page.getByRole('button', { name: 'SQ *CORNER CAFE #12', exact: true });
  // It covers its row, but its text is hidden.
  expect(opener.element().getBoundingClientRect().height).toBe(44);
  expect(page.getByText('SQ *CORNER CAFE #12').element().getBoundingClientRect().width).toBe(1);
  await opener.click();
  await expect.poll(() => onOpen).toHaveBeenCalledWith('a');
});

test('all rows are as high as a touch target, whatever they contain', async () => {
  await renderTable([
    ...twoDays,
    exampleTransaction({
      id: 'e',
      merchant_name: 'A merchant with a name that is much longer than its column is wide, by far',
      name: 'AND A TEXT FROM THE BANK THAT WOULD NOT FIT BESIDE IT EITHER',
      pending: true,
      excluded: 'user',
    }),
  ]);
  const rows = page.getByRole('row').elements().slice(1);
  expect(new Set(rows.map((row) => row.getBoundingClientRect().height))).toEqual(new Set([44]));
  const long = page.getByText(/^AND A TEXT/).element();
  expect(long.getBoundingClientRect().width).toBeGreaterThan(50);
});

test('a long table renders only the rows in view, each with its index and under its day', async () => {
  const day = (index: number) => new Date(Date.UTC(2024, 4, 30 - Math.floor(index / 20)));
  await renderTable(
    Array.from({ length: 300 }, (_, index) =>
      exampleTransaction({
        id: `row-${index}`,
        merchant_name: `Merchant ${index}`,
        date: day(index).toISOString().slice(0, 10),
      }),
    ),
  );
  const table = page.getByRole('table', { name: 'Transactions' });
  await expect.element(table).toHaveAttribute('aria-rowcount', '301');
  expect(page.getByRole('row').elements().length).toBeLessThan(60);
  window.scrollTo(0, 150 * 44);
  const row = rowOf('Merchant 155');
  await expect.element(row).toHaveAttribute('aria-rowindex', '157');
  // The list is as high as if it had every row.
  expect(Math.round(table.element().getBoundingClientRect().height)).toBe(300 * 44 + 33);
  await expect
    .element(page.getByRole('rowgroup', { name: 'Thursday, May 23, 2024' }))
    .toMatchTextContent('Merchant 155');
  row.getByRole('button').element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(rowOf('Merchant 156').getByRole('button')).toHaveFocus();
  window.scrollTo(0, 0);
});
