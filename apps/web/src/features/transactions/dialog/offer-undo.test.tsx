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
const undoCall = 'POST /user/changes/:id/undo';
const sentCategories = () => fakeServer.callsTo(categoryCall).map(({ body }) => body);
const sentUndoCalls = () => fakeServer.callsTo(undoCall);

/** Responds to category changes, and their undo, like a server whose stored override is `previous` at first. */
function serveCategoryChanges(previous: string | null): void {
  let stored = previous;
  fakeServer.respond(undoCall, {
    change_id: 'change-2',
    count: 1,
    transactions: [exampleTransaction({ overridden_category: previous })],
  });
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
      change_id: previous_category === category ? null : 'change-1',
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
  expect(sentCategories()).toEqual([{ tx_id: 'transaction-1', category: 'travel_flights' }]);
  expect(sentUndoCalls()).toHaveLength(1);
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
    change_id: 'change-1',
  });
  fakeServer.respond(undoCall, {
    change_id: 'change-2',
    count: 1,
    transactions: [exampleTransaction()],
  });
  await renderApp(<Changes />);
  await button('Exclude').click();
  await expect.element(message('Excluded from spending')).toBeVisible();
  await button('To flights').element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Gone')).toBeVisible();
  await button('Undo').click();
  await expect.poll(sentUndoCalls).toHaveLength(1);
  expect(fakeServer.callsTo(inclusionCall)).toHaveLength(1);
});

test('Ctrl+Z undoes the change while a dialog has the focus, but not while typing', async () => {
  serveCategoryChanges(null);
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect.element(message('Category changed to Flights')).toBeVisible();
  await page.getByLabelText('Search').fill('abc');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(sentUndoCalls()).toHaveLength(0);
  button('To flights').element().focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(message('Change undone')).toBeVisible();
  expect(sentUndoCalls()).toHaveLength(1);
  // It was undone once: nothing is left to undo.
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(sentUndoCalls()).toHaveLength(1);
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
  fakeServer.reject(undoCall, 'internal', 'Try again later.');
  await button('Undo').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^The change couldn't be undone.*Try again later\.$/);
});

test('an undo that would replace a later change asks first', async () => {
  serveCategoryChanges(null);
  await renderApp(<Changes />);
  await button('To flights').click();
  await expect.element(message('Category changed to Flights')).toBeVisible();
  fakeServer.reject(undoCall, 'changed_since', 'The transaction was changed again later.');
  await button('Undo').click();
  await expect.element(message('It has changed since. Undo anyway?')).toBeVisible();
  serveCategoryChanges(null);
  await button('Undo anyway').click();
  await expect.element(message('Change undone')).toBeVisible();
  expect(sentUndoCalls().map(({ body }) => body)).toEqual([{}, { force: true }]);
});
