import { signupEmailMessage } from '@cairn/contract/rules/credential-rules';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { testEmail } from '../../testing/sign-in.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

const change = 'POST /user/email';

async function openDialog({ hasPassword = true }: { hasPassword?: boolean } = {}) {
  await renderApp(
    <ChangeEmailDialog
      profile={{
        email: testEmail,
        verified: true,
        paid: true,
        hasPassword,
        hasSecondFactor: false,
        isLoaded: true,
      }}
      onClosed={() => undefined}
    />,
  );
  await expect.element(field('New email')).toHaveFocus();
}

test('an email change is requested with the password, and the dialog says where the link was sent', async () => {
  fakeServer.respond(change, { message: 'Sent.' });
  await openDialog();
  await field('New email').fill('new@example.com');
  await field('Your password').fill('my secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Check your inbox')).toBeVisible();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      `We sent an email to new@example.com. We'll keep using ${testEmail} until you open the link in it.`,
    );
  expect(fakeServer.callsTo(change).map(({ body }) => body)).toEqual([
    { email: 'new@example.com', password: 'my secret' },
  ]);
  await button('Done').click();
  await expect.element(dialog('Change email')).not.toBeInTheDocument();
});

test('an invalid address, an unchanged address, and a missing password each show an error', async () => {
  await openDialog();
  await button('Send email').click();
  await expect.element(field('New email')).toHaveAccessibleDescription(signupEmailMessage);
  await expect.element(field('New email')).toHaveFocus();
  await field('New email').fill(testEmail.toUpperCase());
  await expect
    .element(field('New email'))
    .toHaveAccessibleDescription('This is already your email address');
  await field('New email').fill('new@example.com');
  await button('Send email').click();
  await expect
    .element(field('Your password'))
    .toHaveAccessibleDescription('Please enter your password');
  await expect.element(field('Your password')).toHaveFocus();
  expect(fakeServer.callsTo(change)).toEqual([]);
});

test('a taken address and a wrong password each show an error, and the other field keeps its value', async () => {
  fakeServer.reject(change, 'conflict', 'This address already has an account.');
  await openDialog();
  await field('New email').fill('taken@example.com');
  await field('Your password').fill('my secret');
  await button('Send email').click();
  await expect
    .element(field('New email'))
    .toHaveAccessibleDescription('This address already has an account.');
  fakeServer.reject(change, 'wrong_password', 'The password is wrong.');
  await button('Send email').click();
  await expect
    .element(field('Your password'))
    .toHaveAccessibleDescription('The password is wrong.');
  await expect.element(field('New email')).toHaveValue('taken@example.com');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
