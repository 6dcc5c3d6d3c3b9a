import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ReauthenticationMethod } from '../../domain/reauthentication.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { ReauthenticationField } from './reauthentication-field.tsx';

async function renderField(check: ReauthenticationMethod) {
  const onType = vi.fn();
  const onSignInAgain = vi.fn();
  await render(
    <ReauthenticationField
      check={check}
      email="pat@example.com"
      password=""
      onChange={onType}
      error="The password is wrong."
      onSignInAgain={onSignInAgain}
    />,
  );
  return { onType, onSignInAgain };
}

test('a user with a password must enter it', async () => {
  const { onType } = await renderField('password');
  await field('Your password').fill('my secret');
  expect(onType).toHaveBeenCalledWith('my secret');
  await expect
    .element(field('Your password'))
    .toHaveAccessibleDescription('The password is wrong.');
});

test('a user without a password must sign in again', async () => {
  const { onSignInAgain } = await renderField('sign-in');
  await button('Sign in again').click();
  expect(onSignInAgain).toHaveBeenCalledOnce();
  await expect.element(field('Your password')).not.toBeInTheDocument();
});

test('just after signing in, no reauthentication is required', async () => {
  await renderField('none');
  await expect.element(field('Your password')).not.toBeInTheDocument();
  await expect.element(button('Sign in again')).not.toBeInTheDocument();
});
