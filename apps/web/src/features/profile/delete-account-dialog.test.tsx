import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession } from '../../platform/session/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signIn, testEmail } from '../../testing/sign-in.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import type { Deletion } from './profile.api.ts';

const summary = 'GET /user/deletion';
const remove = 'DELETE /user';
const title = 'Delete your account';

const deletion = (overrides: Partial<Deletion> = {}): Deletion => ({
  institutions: ['Harbor Savings', 'First Platypus Bank'],
  providers: [],
  accounts: 2,
  transactions: 1240,
  subscription: true,
  has_password: true,
  fresh: false,
  ...overrides,
});

async function openDialog() {
  signIn();
  const onSignInAgain = vi.fn();
  const app = await renderApp(
    <DeleteAccountDialog
      email={testEmail}
      hasSecondFactor={false}
      onSignInAgain={onSignInAgain}
      onClosed={() => undefined}
    />,
    { at: '/profile' },
  );
  await expect.element(dialog(title)).toBeVisible();
  return { onSignInAgain, ...app };
}

const confirmation = () => field(`Type ${testEmail} to confirm`);

test('the deletion dialog lists what will be deleted and revoked', async () => {
  fakeServer.respond(summary, deletion());
  await openDialog();
  const consequences = page.getByRole('list', { name: 'What happens' }).getByRole('listitem');
  await expect
    .poll(() => consequences.all().map((line) => line.element().textContent))
    .toEqual([
      '2 accounts and 1,240 transactions will be deleted.',
      'Our access to Harbor Savings and First Platypus Bank will be revoked.',
      'Your paid access will end.',
      'Your profile, settings, and activity will be deleted on every device.',
    ]);
});

test('the account is deleted once the address and the password are typed', async () => {
  fakeServer.respond(summary, deletion());
  fakeServer.respond(remove, null);
  const release = fakeServer.pause(remove);
  const { path } = await openDialog();
  await expect.element(button('Delete permanently')).toBeDisabled();
  await confirmation().fill(testEmail.toUpperCase());
  await expect.element(button('Delete permanently')).toBeDisabled();
  await field('Your password').fill('my secret');
  await expect.element(button('Delete permanently')).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Delete permanently')).toHaveAttribute('aria-busy', 'true');
  // The deletion can't be canceled, so the dialog can't be closed.
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Keep my account')).toBeDisabled();
  await expect.element(dialog(title)).toHaveAttribute('data-open');
  release();
  await expect.poll(path).toBe('/login');
  expect(getSession()).toBe(null);
  expect(fakeServer.callsTo(remove).map(({ body }) => body)).toEqual([{ password: 'my secret' }]);
});

test('a wrong password deletes nothing and keeps the confirmation', async () => {
  fakeServer.respond(summary, deletion());
  fakeServer.reject(remove, 'wrong_password', 'The password is wrong.');
  await openDialog();
  await confirmation().fill(testEmail);
  await field('Your password').fill('wrong');
  await button('Delete permanently').click();
  await expect
    .element(field('Your password'))
    .toHaveAccessibleDescription('The password is wrong.');
  await expect.element(confirmation()).toHaveValue(testEmail);
  expect(getSession()).not.toBe(null);
});

test('a user without a password whose sign-in is not recent must sign in again first', async () => {
  fakeServer.respond(summary, deletion({ has_password: false, fresh: false }));
  const { onSignInAgain } = await openDialog();
  await confirmation().fill(testEmail);
  await expect.element(button('Delete permanently')).toBeDisabled();
  await button('Sign in again').click();
  expect(onSignInAgain).toHaveBeenCalledOnce();
});

test('a deletion summary that fails to load can be retried', async () => {
  fakeServer.reject(summary, 'internal', 'Something went wrong on our end.');
  await openDialog();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent("We couldn't load what will be deleted");
  await expect.element(button('Delete permanently')).toBeDisabled();
  fakeServer.respond(summary, deletion());
  await button('Retry').click();
  await expect.element(confirmation()).toBeVisible();
});

test('Keep my account closes the dialog', async () => {
  fakeServer.respond(summary, deletion());
  await openDialog();
  await button('Keep my account').click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
  expect(fakeServer.callsTo(remove)).toEqual([]);
});
