import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleAccount } from '../../testing/example-account.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { Institution } from './institutions.api.ts';
import { UnlinkInstitutionDialog } from './unlink-institution-dialog.tsx';

const unlink = 'DELETE /institution/:id';
const title = 'Unlink Harbor Savings';

const institution: Institution = {
  token: {
    id: 'item-1',
    item_id: 'bank-item-1',
    item_details: {
      institution_name: 'Harbor Savings',
      created_at: '2026-01-01T08:00:00Z',
      disambiguation_label: null,
      logo_url: null,
      color: null,
    },
    state: 'ok',
    last_sync: null,
    last_sync_pretty: '',
    error: null,
    notice: null,
    remedy: null,
    unlinking: false,
    last_run: null,
  },
  accounts: [exampleAccount(), exampleAccount({ account_id: 'account-2', name: 'Savings' })],
};

async function openDialog() {
  await renderApp(<UnlinkInstitutionDialog institution={institution} onClosed={() => undefined} />);
  await expect.element(dialog(title)).toBeVisible();
}

const confirmation = () => field('Type Harbor Savings to confirm');

test('the dialog says what unlinking deletes', async () => {
  await openDialog();
  await expect.element(dialog(title)).toHaveAccessibleDescription("This can't be undone.");
  const consequences = page.getByRole('list', { name: 'What happens' });
  for (const text of [
    'We revoke our access to Harbor Savings and delete its access key.',
    'We delete its 2 accounts from Cairn',
  ])
    await expect.element(consequences).toMatchTextContent(text);
});

test('a bank is unlinked once its name is typed, regardless of letter case', async () => {
  fakeServer.respond(unlink, null);
  const release = fakeServer.pause(unlink);
  await openDialog();
  await confirmation().fill('Harbor');
  await expect.element(button('Unlink')).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(fakeServer.callsTo(unlink)).toEqual([]);
  await confirmation().fill(' harbor savings ');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Unlink')).toHaveAttribute('aria-busy', 'true');
  // Unlinking can't be canceled, so the dialog can't be closed.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog(title)).toHaveAttribute('data-open');
  release();
  await expect.element(dialog(title)).not.toBeInTheDocument();
  expect(fakeServer.callsTo(unlink)[0]?.path).toBe('/institution/item-1');
});

test('a failure to unlink a bank is shown, and the typed name is kept', async () => {
  fakeServer.reject(unlink, 'unavailable', 'The bank is unavailable.');
  await openDialog();
  await confirmation().fill('Harbor Savings');
  await button('Unlink').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The bank is unavailable.');
  await expect.element(confirmation()).toHaveValue('Harbor Savings');
});
