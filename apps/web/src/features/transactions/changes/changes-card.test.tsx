import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import type { Change } from './changes.api.ts';
import { ChangesCard } from './changes-card.tsx';

const listCall = 'GET /user/changes';
const undoCall = 'POST /user/changes/:id/undo';
const row = (index: number) => page.getByRole('listitem').nth(index);

const change = (id: string, changes: Partial<Change> = {}): Change => ({
  id,
  at: '2026-11-23T08:00:00.000Z',
  kind: 'edit',
  undoes: null,
  undone_by: null,
  count: 1,
  pending: 0,
  examples: [
    {
      transaction_id: 'transaction-1',
      name: 'Corner Cafe',
      before: { note: null },
      after: { note: 'Lunch' },
    },
  ],
  ...changes,
});

const acceptUndo = () =>
  fakeServer.respond(undoCall, {
    change_id: 'change-9',
    count: 1,
    transactions: [exampleTransaction()],
  });
const undoLabel = 'Undo: Corner Cafe, Note: “Lunch”';

test('a change of many transactions says how many are still to be changed', async () => {
  fakeServer.respond(listCall, {
    changes: [change('change-1', { kind: 'bulk', count: 7_000, pending: 7_000, examples: [] })],
    next: null,
  });
  await renderApp(<ChangesCard />);
  await expect.element(row(0)).toMatchTextContent(/^7,000 transactions7,000 to go/);
});

test('changes say what they changed, and whether they were undone', async () => {
  const [example] = change('change-1').examples;
  if (example === undefined) throw new Error('The example is missing');
  fakeServer.respond('GET /user/tags', { tags: [{ id: 'tag-1', name: 'Tax', color: 'blue' }] });
  fakeServer.respond(listCall, {
    changes: [
      change('change-3', { kind: 'undo', undoes: 'change-2' }),
      change('change-2', { undone_by: 'change-3' }),
      change('change-1', {
        count: 3,
        examples: [{ ...example, before: { tags: [] }, after: { tags: ['tag-1', 'gone'] } }],
      }),
    ],
    next: null,
  });
  await renderApp(<ChangesCard />);
  await expect.element(button('Redo: Corner Cafe, Note: “Lunch”')).toBeVisible();
  await expect.element(row(1)).toMatchTextContent(/Undone/);
  await expect.element(row(1).getByRole('button')).not.toBeInTheDocument();
  await expect.element(row(2)).toMatchTextContent(/^Corner Cafe and 2 more/);
  await expect.element(row(2)).toMatchTextContent(/Tags: Tax, a deleted tag/);
});

test('undoing a change that was overwritten asks first', async () => {
  fakeServer.respond(listCall, { changes: [change('change-1')], next: null });
  fakeServer.reject(undoCall, 'changed_since', 'The transaction was changed again later.');
  await renderApp(<ChangesCard />);
  await button(undoLabel).click();
  await expect.element(dialog('It has changed since. Undo anyway?')).toBeVisible();
  acceptUndo();
  fakeServer.respond(listCall, {
    changes: [change('change-1', { undone_by: 'change-9' })],
    next: null,
  });
  await button('Undo anyway').click();
  await expect.element(row(0)).toMatchTextContent(/Undone/);
  expect(fakeServer.callsTo(undoCall).map(({ path, body }) => [path, body])).toEqual([
    ['/user/changes/change-1/undo', {}],
    ['/user/changes/change-1/undo', { force: true }],
  ]);
});

test('an undo that fails says why, beside its change', async () => {
  fakeServer.respond(listCall, { changes: [change('change-1')], next: null });
  fakeServer.reject(undoCall, 'internal', 'Try again later.');
  await renderApp(<ChangesCard />);
  await button(undoLabel).click();
  await expect
    .element(row(0).getByRole('alert'))
    .toHaveTextContent("The change couldn't be undone. Try again later.");
});

test('older changes are loaded with a button', async () => {
  fakeServer.respond(listCall, ({ query }) =>
    query === ''
      ? { changes: [change('change-2')], next: 'older' }
      : { changes: [change('change-1')], next: null },
  );
  await renderApp(<ChangesCard />);
  await button('Show more').click();
  await expect.element(row(1)).toBeVisible();
  await expect.element(button('Show more')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(listCall).at(-1)?.query).toBe('after=older');
});

test('the list of changes can be empty, and a failure to load it can be retried', async () => {
  fakeServer.reject(listCall, 'internal', 'Try again later.');
  await renderApp(<ChangesCard />);
  await expect.element(page.getByText("Your changes couldn't be loaded")).toBeVisible();
  fakeServer.respond(listCall, { changes: [], next: null });
  await button('Retry').click();
  await expect.element(page.getByText('No changes yet')).toBeVisible();
});
