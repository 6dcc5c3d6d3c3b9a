import type { CallResponse } from '@cairn/contract/calls';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleTransaction } from '../../../testing/example-transaction.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { UndoShortcut } from './undo-shortcut.tsx';

const listCall = 'GET /user/changes';
const undoCall = 'POST /user/changes/:id/undo';
const undonePaths = () => fakeServer.callsTo(undoCall).map(({ path }) => path);
type Change = CallResponse<typeof listCall>['changes'][number];

const change = (id: string, changes: Partial<Change> = {}): Change => ({
  ...{ id, at: '2026-11-23T08:00:00.000Z', kind: 'edit', undoes: null, undone_by: null },
  ...{ count: 1, pending: 0, examples: [] },
  ...changes,
});

const screen = (
  <>
    <UndoShortcut />
    <input aria-label="Search" />
    <button type="button">Elsewhere</button>
  </>
);

async function pressUndo(): Promise<void> {
  button('Elsewhere').element().focus();
  await userEvent.keyboard('{Control>}z{/Control}');
}

test('Ctrl+Z undoes the newest change that is in effect, but not while typing', async () => {
  fakeServer.respond(listCall, {
    changes: [
      change('change-3', { kind: 'undo', undoes: 'change-2' }),
      change('change-2', { undone_by: 'change-3' }),
      change('change-1'),
    ],
    next: null,
  });
  fakeServer.respond(undoCall, {
    change_id: 'change-4',
    count: 1,
    transactions: [exampleTransaction()],
  });
  await renderApp(screen);
  await field('Search').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(fakeServer.callsTo(listCall)).toEqual([]);
  await pressUndo();
  await expect.element(dialog('Change undone')).toBeVisible();
  expect(undonePaths()).toEqual(['/user/changes/change-1/undo']);
});

test('Ctrl+Z says that there is nothing to undo', async () => {
  fakeServer.respond(listCall, { changes: [], next: null });
  await renderApp(screen);
  await pressUndo();
  await expect.element(dialog('Nothing to undo')).toBeVisible();
});

test('Ctrl+Z presses the Undo of a toast instead, while one is shown', async () => {
  await renderApp(screen);
  let presses = 0;
  showToast({
    title: 'Stream hidden',
    action: { label: 'Undo', shortcut: 'undo', onPress: () => (presses += 1) },
  });
  await expect.element(button('Undo')).toBeVisible();
  await pressUndo();
  await expect.poll(() => presses).toBe(1);
  expect(fakeServer.callsTo(listCall)).toEqual([]);
});
