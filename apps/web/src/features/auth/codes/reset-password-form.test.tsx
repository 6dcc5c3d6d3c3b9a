import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const reset = 'POST /user/resetpwd';

async function renderForm() {
  const onDone = vi.fn();
  const app = await renderApp(<ResetPasswordForm code="code-1" onDone={onDone} />);
  return { onDone, ...app };
}

async function typePasswords(password: string, confirmation = password) {
  await field('New password').fill(password);
  await field('Confirm password').fill(confirmation);
}

test('a new password that is typed twice is set with the code from the email', async () => {
  fakeServer.respond(reset, { message: 'Changed.' });
  const release = fakeServer.pause(reset);
  const { onDone } = await renderForm();
  await expect
    .element(field('New password'))
    .toHaveAccessibleDescription('At least 8 characters, 5 of them different.');
  await typePasswords('new-secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Reset password')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
  expect(fakeServer.callsTo(reset).map(({ body }) => body)).toEqual([
    { code: 'code-1', password: 'new-secret' },
  ]);
});

test('every rule that a weak password breaks is listed', async () => {
  await renderForm();
  await field('New password').fill('aaa');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await expect
    .element(page.getByText('Password must contain at least 5 unique characters'))
    .toBeVisible();
  await expect.element(button('Reset password')).toBeDisabled();
});

test('a confirmation that differs shows an error and cannot be submitted', async () => {
  await renderForm();
  await typePasswords('new-secret', 'new-secrets');
  await userEvent.keyboard('{Tab}');
  await expect
    .element(field('Confirm password'))
    .toHaveAccessibleDescription('Passwords do not match');
  await expect.element(button('Reset password')).toBeDisabled();
});

test('an expired link offers a new one in place of the submit button', async () => {
  fakeServer.reject(reset, 'link_expired', 'This link has expired.');
  const { path } = await renderForm();
  await typePasswords('new-secret');
  await button('Reset password').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This link has expired.');
  await expect.element(button('Reset password')).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  expect(path()).toBe('/recoverAccount');
});

test('a password reset that fails without a reason keeps both passwords for another attempt', async () => {
  fakeServer.disconnect(reset);
  const { onDone } = await renderForm();
  await typePasswords('new-secret');
  await button('Reset password').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong');
  await expect.element(field('New password')).toHaveValue('new-secret');
  fakeServer.respond(reset, { message: 'Changed.' });
  await button('Reset password').click();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
});
