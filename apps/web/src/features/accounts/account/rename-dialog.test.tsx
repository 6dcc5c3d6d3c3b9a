import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleAccount } from '../../../testing/example-account.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import type { Account } from '../accounts.api.ts';
import { RenameDialog } from './rename-dialog.tsx';

const change = 'PATCH /user/accounts/:id';
const renamed = exampleAccount({ name: 'Rent', provider_name: 'Everyday Checking' });

async function openRename(account: Account) {
  const onClosed = vi.fn();
  await renderApp(<RenameDialog account={account} onClosed={onClosed} />);
  await expect.element(dialog('Rename account')).toBeVisible();
  return onClosed;
}

const sentBodies = () => fakeServer.callsTo(change).map(({ body }) => body);

test('an account is renamed with the keyboard, and the dialog closes', async () => {
  fakeServer.respond(change, renamed);
  const onClosed = await openRename(exampleAccount());
  await expect.element(field('Name')).toHaveValue('Everyday Checking');
  await field('Name').fill('Rent');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Rename account')).not.toBeInTheDocument();
  expect(sentBodies()).toEqual([{ name: 'Rent' }]);
  expect(fakeServer.callsTo(change)[0]?.path).toBe('/user/accounts/account-1');
  expect(onClosed).toHaveBeenCalledOnce();
});

test('an account cannot be given an empty name', async () => {
  await openRename(exampleAccount());
  await field('Name').fill('   ');
  await expect.element(button('Save')).toBeDisabled();
  await field('Name').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Rename account')).toBeVisible();
  expect(sentBodies()).toEqual([]);
});

test("a renamed account shows the bank's name and can get it back", async () => {
  fakeServer.respond(change, exampleAccount());
  await openRename(renamed);
  await expect
    .element(field('Name'))
    .toHaveAccessibleDescription('Harbor Savings calls it Everyday Checking.');
  await button("Use the bank's name").click();
  await expect.element(dialog('Rename account')).not.toBeInTheDocument();
  expect(sentBodies()).toEqual([{ name: null }]);
});

test("typing the bank's name for an account restores that name instead of storing it as the user's", async () => {
  fakeServer.respond(change, exampleAccount());
  await openRename(renamed);
  await field('Name').fill('Everyday Checking');
  await button('Save').click();
  await expect.element(dialog('Rename account')).not.toBeInTheDocument();
  expect(sentBodies()).toEqual([{ name: null }]);
});

test('a name that fails to save stays in the dialog with the reason', async () => {
  fakeServer.reject(change, 'unprocessable', 'This name is too long.');
  const release = fakeServer.pause(change);
  await openRename(exampleAccount());
  await field('Name').fill('Rent');
  await button('Save').click();
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This name is too long.');
  await expect.element(field('Name')).toHaveValue('Rent');
  expect(sentBodies()).toHaveLength(1);
});
