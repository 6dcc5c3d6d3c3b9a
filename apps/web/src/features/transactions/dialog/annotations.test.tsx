import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setDemoMode } from '../../../platform/demo-mode.ts';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field, option } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { type Transaction, useTransaction } from '../transactions.api.ts';
import { NoteField } from './note-field.tsx';
import { ReviewedSwitch } from './reviewed-switch.tsx';
import { TagPicker } from './tag-picker.tsx';
import { TransactionTags } from './transaction-tags.tsx';

const change = 'PATCH /user/transactions/:id';
const sent = () => fakeServer.callsTo(change).map(({ body }) => body);
const toggle = () => page.getByRole('switch', { name: 'Reviewed' });
const search = () => page.getByRole('combobox', { name: 'Search or create tags' });

/** Stores changes like the server. */
function acceptChanges(stored: Transaction = exampleTransaction()): void {
  let current = stored;
  fakeServer.respond(change, ({ body }) => {
    current = { ...current, ...(body as Partial<Transaction>) }; // See the contract.
    return { ...current, affected_transactions: [], change_id: 'change-1' };
  });
}

/** The controls with the transaction that the server returned last. */
function Controls({ transaction = exampleTransaction() }: { transaction?: Transaction }) {
  const current = useTransaction(transaction.id, { enabled: false }).data ?? transaction;
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <NoteField transaction={current} />
      <ReviewedSwitch transaction={current} />
      <TransactionTags transaction={current} onPick={() => setPicking(true)} />
      {isPicking && <TagPicker transaction={current} onClose={() => setPicking(false)} />}
      <button type="button">Elsewhere</button>
    </>
  );
}

test('leaving the field saves a note once, and offers to undo it', async () => {
  acceptChanges();
  await renderApp(<Controls />);
  await field('Note').fill('Lunch with Sam');
  await button('Elsewhere').click();
  await expect.element(dialog('Note saved')).toBeVisible();
  await field('Note').click();
  await button('Elsewhere').click();
  expect(sent()).toEqual([{ note: 'Lunch with Sam' }]);
});

test('Ctrl+Enter saves a note, and an empty field removes it', async () => {
  const transaction = exampleTransaction({ note: 'Old' });
  acceptChanges(transaction);
  await renderApp(<Controls transaction={transaction} />);
  await field('Note').clear();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog('Note removed')).toBeVisible();
  await expect.element(field('Note')).toHaveFocus();
  expect(sent()).toEqual([{ note: null }]);
});

test('a note that could not be saved stays in the field and can be saved again', async () => {
  fakeServer.reject(change, 'internal', 'Try again later.');
  await renderApp(<Controls transaction={exampleTransaction({ id: 'transaction-2' })} />);
  await field('Note').fill('Lunch with Sam');
  await button('Elsewhere').click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'note' }))
    .toHaveTextContent("The note couldn't be saved. Try again later.");
  await expect.element(field('Note')).toHaveValue('Lunch with Sam');
  acceptChanges();
  await field('Note').click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog('Note saved')).toBeVisible();
});

test('the switch marks a transaction as reviewed, and moves back if that fails', async () => {
  acceptChanges();
  await renderApp(<Controls />);
  await toggle().click();
  await expect.element(dialog('Marked as reviewed')).toBeVisible();
  await expect.element(toggle()).toBeChecked();
  fakeServer.reject(change, 'internal', 'Try again later.');
  await toggle().click();
  await expect.element(page.getByText(/couldn't be saved\. Try again later\./)).toBeVisible();
  await expect.element(toggle()).toBeChecked();
});

test('tags are picked with the keyboard, created by typing, and saved as one change', async () => {
  acceptChanges();
  fakeServer.respond('GET /user/tags', {
    tags: [
      { id: 'tag-1', name: 'Tax', color: 'blue' },
      { id: 'tag-2', name: 'Travel', color: 'green' },
    ],
  });
  fakeServer.respond('POST /user/tags', { id: 'tag-3', name: 'Gifts', color: 'orange' });
  await renderApp(<Controls />);
  await button('Add tags').click();
  await expect.element(option('Tax')).toBeVisible();
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('tra{Enter}');
  await expect.element(option('Travel')).toHaveAttribute('aria-selected', 'true');
  await expect.element(search()).toHaveValue('');
  await userEvent.keyboard('Gifts');
  await expect.element(option('Create “Gifts”')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(option('Gifts')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog('Tags changed')).toBeVisible();
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('Travel');
  expect(sent()).toEqual([{ tags: ['tag-2', 'tag-3'] }]);
});

test('tags that could not be saved stay selected in the picker', async () => {
  fakeServer.reject(change, 'internal', 'Try again later.');
  fakeServer.respond('GET /user/tags', { tags: [{ id: 'tag-1', name: 'Tax', color: 'blue' }] });
  await renderApp(<Controls />);
  await button('Add tags').click();
  await option('Tax').click();
  await button('Save').click();
  await expect
    .element(page.getByText("The tags couldn't be saved. Try again later."))
    .toBeVisible();
  await expect.element(option('Tax')).toHaveAttribute('aria-selected', 'true');
});

test('in demo mode, nothing about a transaction can be changed', async () => {
  setDemoMode(true);
  try {
    await renderApp(<Controls />);
    await expect.element(field('Note')).toHaveAttribute('readonly');
    await toggle().click();
    await expect.element(dialog('This is not available in demo mode')).toBeVisible();
    await expect.element(toggle()).not.toBeChecked();
  } finally {
    setDemoMode(false);
  }
});
