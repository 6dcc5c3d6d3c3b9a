import { signupPasswordMessage } from '@cairn/contract/rules/credential-rules';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { platformCopy } from '../../platform/platform.copy.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { testEmail } from '../../testing/sign-in.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

const change = 'POST /user/password';
const goodPassword = 'correct horse';

async function openDialog() {
  const onClosed = vi.fn();
  await renderApp(<ChangePasswordDialog email={testEmail} onClosed={onClosed} />);
  await expect.element(field('Current password')).toHaveFocus();
  return onClosed;
}

async function typePasswords(next = goodPassword) {
  await field('Current password').fill('old secret');
  await field('New password').fill(next);
}

test('a changed password closes the dialog and says what happened to other devices', async () => {
  fakeServer.respond(change, null);
  const release = fakeServer.pause(change);
  const onClosed = await openDialog();
  await typePasswords();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Change password')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.element(dialog('Change password')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('dialog', { name: 'Password changed successfully' }))
    .toHaveAccessibleDescription('All your other devices were signed out.');
  expect(fakeServer.callsTo(change).map(({ body }) => body)).toEqual([
    { current_password: 'old secret', password: goodPassword },
  ]);
  expect(onClosed).toHaveBeenCalledOnce();
});

test('a new password can be submitted once it meets the rules', async () => {
  await openDialog();
  await typePasswords('short');
  await userEvent.keyboard('{Tab}');
  await expect.element(field('New password')).toHaveAccessibleDescription(signupPasswordMessage);
  await expect.element(button('Change password')).toBeDisabled();
  await field('New password').fill(goodPassword);
  await expect.element(field('New password')).toBeValid();
  await expect.element(button('Change password')).toBeEnabled();
});

test('a wrong current password shows an error in its field and is selected for retyping', async () => {
  fakeServer.reject(change, 'wrong_password', 'The current password is wrong.');
  await openDialog();
  await typePasswords();
  await button('Change password').click();
  await expect
    .element(field('Current password'))
    .toHaveAccessibleDescription('The current password is wrong.');
  await expect.element(field('Current password')).toHaveFocus();
  await expect.element(field('New password')).toHaveValue(goodPassword);
  // The wrong password is selected, so that typing replaces it.
  await userEvent.keyboard('other');
  await expect.element(field('Current password')).toHaveValue('other');
  await expect.element(field('Current password')).toBeValid();
});

test('a new password that the server rejects shows the reason in its own field', async () => {
  fakeServer.reject(change, 'unprocessable', 'This password is too common.');
  await openDialog();
  await typePasswords();
  await button('Change password').click();
  await expect
    .element(field('New password'))
    .toHaveAccessibleDescription('This password is too common.');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('any other failure to change the password is shown once, below the fields', async () => {
  fakeServer.disconnect(change);
  await openDialog();
  await typePasswords();
  await button('Change password').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(platformCopy.networkError);
  await expect.element(field('Current password')).toHaveValue('old secret');
});
