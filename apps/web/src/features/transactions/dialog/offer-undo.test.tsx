import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Transaction, useChangeCategory, useChangeInclusion } from '../transactions.api.ts';

const categoryCall = 'POST /user/tx/updatecategory';
const inclusionCall = 'POST /user/tx/ignore';
const message = (name: string) => page.getByRole('dialog', { name, exact: true });
const sentCategories = () => fakeServer.callsTo(categoryCall).map(({ body }) => body);

/** Responds to category changes like a server whose stored override is `previous` at first. */
function serveCategoryChanges(previous: string | null): void {
  let stored = previous;
  fakeServer.respond(categoryCall, ({ body }) => {
    const { category } = body as { category: string | null }; // See changeCategory.
    const previous_category = stored;
    stored = category;
    return {
      ...exampleTransaction({
        overridden_category: category,
        effective_category: category ?? 'food_and_drink_coffee',
      }),
      previous_category,
      affected_transactions: [],
    };
  });
}

function Changes({ transaction = exampleTransaction() }: { transaction?: Transaction }) {
  const category = useChangeCategory();
  const inclusion = useChangeInclusion();
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return <p>Gone</p>;
  const recategorize = (key: string | null) => category.mutate({ transaction, category: key });
  return (
    <Dialog title="Transaction" open onOpenChange={setIsShown}>
      <input aria-label="Search" />
      <button type="button" onClick={() => recategorize('travel_flights')}>
        To flights
      </button>
      <button type="button" onClick={() => recategorize(null)}>
        Reset
      </button>
      <button type="button" onClick={() => inclusion.mutate({ transaction, exclude: true })}>
        Exclude
      </button>
    </Dialog>
  );
}

test("undoing a changed category restores the bank's", async () => {
  serveCategoryChanges(null);
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect
    .element(message('Category changed to Flights'))
    .toHaveAccessibleDescription('Corner Cafe');
  await button('Undo').click();
  await expect.element(message('Change undone')).toBeVisible();
  await expect.element(message('Category changed to Flights')).not.toBeInTheDocument();
  expect(sentCategories()).toEqual([
    { tx_id: 'transaction-1', category: 'travel_flights' },
    { tx_id: 'transaction-1', category: null },
  ]);
});

test('undoing restores the override that another tab had set in the meantime', async () => {
  serveCategoryChanges('medical_dental_care');
  // This tab still has the transaction without an override.
  await renderApp(<Changes transaction={exampleTransaction({ overridden_category: null })} />);
  await button('To flights').click();
  await button('Undo').click();
  await expect.element(message('Change undone')).toBeVisible();
  expect(sentCategories()[1]).toEqual({
    tx_id: 'transaction-1',
    category: 'medical_dental_care',
  });
});

test('undoing a reset restores the override', async () => {
  serveCategoryChanges('travel_lodging');
  await renderApp(<Changes />);
  await button('Reset').click();
  await expect.element(message('Category reset to Coffee')).toBeVisible();
  await button('Undo').click();
  await expect.poll(() => sentCategories()[1]).toMatchObject({ category: 'travel_lodging' });
});

test('choosing the category that the server already has offers no undo', async () => {
  serveCategoryChanges('travel_flights');
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect.poll(sentCategories).toHaveLength(1);
  await button('Reset').click();
  await expect.element(message('Category reset to Coffee')).toBeVisible();
  await expect.element(message('Category changed to Flights')).not.toBeInTheDocument();
});

test('an exclusion can be undone after its dialog is closed', async () => {
  fakeServer.respond(inclusionCall, {
    ...exampleTransaction({ excluded: 'user', exclude_transaction: true }),
    previously_excluded: false,
  });
  await renderApp(<Changes />);
  await button('Exclude').click();
  await expect.element(message('Excluded from spending')).toBeVisible();
  await button('To flights').element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Gone')).toBeVisible();
  await button('Undo').click();
  await expect
    .poll(() => fakeServer.callsTo(inclusionCall).map(({ body }) => body))
    .toEqual([
      { tx_id: 'bank-transaction-1', exclude_transaction: true },
      { tx_id: 'bank-transaction-1', exclude_transaction: false },
    ]);
});

test('Ctrl+Z undoes the change while a dialog has the focus, but not while typing', async () => {
  serveCategoryChanges(null);
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect.element(message('Category changed to Flights')).toBeVisible();
  await page.getByLabelText('Search').fill('abc');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(sentCategories()).toHaveLength(1);
  button('To flights').element().focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(message('Change undone')).toBeVisible();
  expect(sentCategories()).toHaveLength(2);
  // It was undone once: nothing is left to undo.
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(sentCategories()).toHaveLength(2);
});

test('F6 moves the focus from a dialog to the toast, where Enter presses Undo', async () => {
  serveCategoryChanges(null);
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect.element(message('Category changed to Flights')).toBeVisible();
  await userEvent.keyboard('{F6}');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(button('Undo')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(message('Change undone')).toBeVisible();
  await expect.element(message('Transaction')).toBeVisible();
});

test('a rejected undo shows an error', async () => {
  serveCategoryChanges(null);
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect.element(message('Category changed to Flights')).toBeVisible();
  fakeServer.reject(categoryCall, 'not_found', 'This transaction no longer exists.');
  await button('Undo').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^The change couldn't be undone.*This transaction no longer exists\.$/);
});
