import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { testEmail } from '../../../testing/sign-in.ts';
import { UnlinkSignInMethodDialog } from './unlink-sign-in-method-dialog.tsx';

const unlink = 'DELETE /user/identities/:provider';

async function openDialog(user: {
  fresh: boolean;
  hasPassword: boolean;
  hasSecondFactor?: boolean;
}) {
  const onSignInAgain = vi.fn();
  await renderApp(
    <UnlinkSignInMethodDialog
      provider="GOOGLE"
      name="Google"
      email={testEmail}
      hasSecondFactor={false}
      {...user}
      onSignInAgain={onSignInAgain}
      onClosed={() => undefined}
    />,
  );
  await expect.element(dialog('Unlink Google?')).toBeVisible();
  return onSignInAgain;
}

test('after a recent sign-in, a method is unlinked without a password', async () => {
  fakeServer.respond(unlink, null);
  await openDialog({ fresh: true, hasPassword: true });
  await expect.element(field('Your password')).not.toBeInTheDocument();
  await button('Unlink Google').click();
  await expect.element(dialog('Unlink Google?')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Google is unlinked' })).toBeVisible();
  expect(fakeServer.callsTo(unlink)).toMatchObject([{ path: '/user/identities/GOOGLE', body: {} }]);
});

test('without a recent sign-in, the password is required and a wrong one shows an error', async () => {
  fakeServer.reject(unlink, 'wrong_password', 'The password is wrong.');
  await openDialog({ fresh: false, hasPassword: true });
  await expect.element(button('Unlink Google')).toBeDisabled();
  await field('Your password').fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(field('Your password'))
    .toHaveAccessibleDescription('The password is wrong.');
  await expect.element(field('Your password')).toHaveFocus();
  expect(fakeServer.callsTo(unlink)[0]?.body).toEqual({ password: 'wrong' });
});

test('a user with a second factor unlinks a method without entering the password', async () => {
  fakeServer.respond(unlink, null);
  await openDialog({ fresh: false, hasPassword: true, hasSecondFactor: true });
  await expect.element(field('Your password')).not.toBeInTheDocument();
  await button('Unlink Google').click();
  await expect.element(dialog('Unlink Google?')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(unlink)[0]?.body).toEqual({});
});

test('a user without a password must sign in again before unlinking a method', async () => {
  const onSignInAgain = await openDialog({ fresh: false, hasPassword: false });
  await expect.element(button('Unlink Google')).toBeDisabled();
  await button('Sign in again').click();
  expect(onSignInAgain).toHaveBeenCalledOnce();
});
