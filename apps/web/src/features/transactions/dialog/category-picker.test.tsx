import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rememberCategory } from '../../../domain/categories/recent-categories.ts';
import { platformCopy } from '../../../platform/platform.copy.ts';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import type { Transaction } from '../transactions.api.ts';
import { CategoryPicker } from './category-picker.tsx';

const change = 'POST /user/tx/updatecategory';
const search = () => page.getByRole('combobox', { name: 'Search categories...' });

async function openPicker(transaction: Transaction = exampleTransaction()) {
  const onClose = vi.fn();
  await renderApp(<CategoryPicker transaction={transaction} onClose={onClose} />);
  await expect.element(search()).toHaveFocus();
  return onClose;
}

const acceptChanges = () =>
  fakeServer.respond(change, {
    ...exampleTransaction(),
    previous_category: null,
    change_id: 'change-1',
    affected_transactions: [],
  });

test('the picker names the current category and marks it in the list', async () => {
  await openPicker();
  await expect.element(dialog('Category')).toHaveAccessibleDescription('Current category: Coffee');
  await expect
    .element(page.getByRole('option', { name: /^Coffee/ }))
    .toHaveAttribute('aria-selected', 'true');
  await expect
    .element(page.getByRole('option', { name: /^Groceries/ }))
    .toHaveAttribute('aria-selected', 'false');
});

test('typing part of a name and pressing Enter picks the first match and closes the picker', async () => {
  acceptChanges();
  const onClose = await openPicker();
  await userEvent.keyboard('groc{Enter}');
  await expect.element(dialog('Category')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(change).map(({ body }) => body)).toEqual([
    { tx_id: 'transaction-1', category: 'food_and_drink_groceries' },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['mortgage', 'loan_payments_mortgage_payment'],
  ['car', 'loan_payments_car_payment'],
  ['student loan', 'loan_payments_student_loan_payment'],
])('typing %j and pressing Enter picks %s', async (typed, category) => {
  acceptChanges();
  await openPicker();
  await userEvent.keyboard(`${typed}{Enter}`);
  await expect.element(dialog('Category')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(change)[0]?.body).toMatchObject({ category });
});

test('a recently used category is listed first, even among equally good matches', async () => {
  acceptChanges();
  rememberCategory('loan_payments_student_loan_payment');
  await openPicker();
  await expect.element(page.getByRole('option').first()).toMatchTextContent('Student loan payment');
  await userEvent.keyboard('loan{Enter}');
  await expect.element(dialog('Category')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(change)[0]?.body).toMatchObject({
    category: 'loan_payments_student_loan_payment',
  });
});

test('pressing a category picks it', async () => {
  acceptChanges();
  await openPicker();
  await search().fill('flights');
  await page.getByRole('option', { name: /^Flights/ }).click();
  await expect.element(dialog('Category')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(change)[0]?.body).toMatchObject({ category: 'travel_flights' });
});

test('a search without matches shows a message, and Enter picks nothing', async () => {
  await openPicker();
  await search().fill('nothing like it');
  await expect.element(page.getByText('No categories match.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Category')).toBeVisible();
  expect(fakeServer.callsTo(change)).toEqual([]);
});

test('a rejected category change shows an error, and the search is kept', async () => {
  fakeServer.reject(change, 'internal', 'An internal detail.');
  await openPicker();
  await userEvent.keyboard('groc{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to update category');
  await expect.element(search()).toHaveValue('groc');
  await expect.element(page.getByRole('option', { name: /^Groceries/ })).toBeVisible();
});

test('a category change that failed without a connection can be retried', async () => {
  fakeServer.disconnect(change);
  await openPicker();
  await userEvent.keyboard('groc{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent(platformCopy.networkError);
  acceptChanges();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Category')).not.toBeInTheDocument();
});

test("a category that the user chose can be reset to the bank's", async () => {
  acceptChanges();
  await openPicker(
    exampleTransaction({
      overridden_category: 'travel_flights',
      effective_category: 'travel_flights',
    }),
  );
  await button("Reset to your bank's category: Coffee").click();
  await expect.element(dialog('Category')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(change)[0]?.body).toMatchObject({ category: null });
});

test('Escape closes the picker without a change', async () => {
  const onClose = await openPicker();
  await expect.element(button("Reset to your bank's category: Coffee")).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Category')).not.toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
});
