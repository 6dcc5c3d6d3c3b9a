import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../platform/api/api-client.ts';
import { StepUpCanceled } from '../../../platform/session/step-up-prompt.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { StepUpHost } from './step-up-host.tsx';

const stepUp = 'POST /user/step_up';
const protectedCall = 'DELETE /user/totp';
const title = "Confirm that it's you";

/** Mounts the host. The protected call requires a step-up until one has been made. */
async function start(factors: Parameters<typeof fakeServer.reject>[3]) {
  signIn();
  const onSignInAgain = vi.fn();
  fakeServer.reject(protectedCall, 'step_up_required', 'Confirm first.', factors);
  fakeServer.respond(stepUp, () => {
    fakeServer.respond(protectedCall, null);
    return null;
  });
  await renderApp(<StepUpHost onSignInAgain={onSignInAgain} />);
  const result = call(protectedCall).then(
    () => 'done',
    (error: unknown) => error,
  );
  return { result, onSignInAgain };
}

test('a call that requires a step-up is repeated after the password is verified', async () => {
  const { result } = await start({ factors: ['password'] });
  await expect.element(dialog(title)).toBeVisible();
  await expect.element(field('Your password')).toHaveFocus();
  await userEvent.keyboard('secret{Enter}');
  expect(await result).toBe('done');
  expect(fakeServer.callsTo(stepUp)).toMatchObject([
    { body: { factor: 'password', password: 'secret' } },
  ]);
  expect(fakeServer.callsTo(protectedCall)).toHaveLength(2);
  await expect.element(dialog(title)).not.toBeInTheDocument();
});

test('a user with a second factor is asked for a code, which is submitted once complete', async () => {
  const { result } = await start({ factors: ['totp', 'recovery_code'] });
  await field('Code from your authenticator app').fill('123456');
  expect(await result).toBe('done');
  expect(fakeServer.callsTo(stepUp)).toMatchObject([{ body: { factor: 'totp', code: '123456' } }]);
});

test('a wrong code keeps the dialog open, and a recovery code can be used instead', async () => {
  const { result } = await start({ factors: ['totp', 'recovery_code'] });
  fakeServer.reject(stepUp, 'wrong_code', 'This code is wrong.');
  const code = field('Code from your authenticator app');
  await code.fill('123456');
  await expect.element(code).toHaveAccessibleDescription('This code is wrong.');
  fakeServer.respond(stepUp, () => {
    fakeServer.respond(protectedCall, null);
    return null;
  });
  await button('Use a recovery code instead').click();
  await expect.element(field('Recovery code')).toHaveFocus();
  await field('Recovery code').fill('abcde-12345');
  await button('Confirm').click();
  expect(await result).toBe('done');
});

test('choosing a passkey moves the focus to the button that asks for it', async () => {
  await start({ factors: ['totp', 'passkey'] });
  await button('Use a passkey instead').click();
  await expect.element(button('Confirm')).toHaveFocus();
  await button('Cancel').click();
});

test('canceling the step-up rejects the call without a message', async () => {
  const { result } = await start({ factors: ['password'] });
  await expect.element(dialog(title)).toBeVisible();
  await button('Cancel').click();
  const error = await result;
  expect(error).toBeInstanceOf(StepUpCanceled);
  expect((error as Error).message).toBe('');
  expect(fakeServer.callsTo(protectedCall)).toHaveLength(1);
});

test('a user without any factor is asked to sign in again', async () => {
  const { onSignInAgain } = await start({ factors: [] });
  await expect.element(dialog('Sign in again first')).toBeVisible();
  await button('Sign in again').click();
  expect(onSignInAgain).toHaveBeenCalledOnce();
});

test('Escape closes the step-up dialog but not the dialog below it', async () => {
  signIn();
  const codes = 'POST /user/recovery_codes';
  fakeServer.reject(codes, 'step_up_required', 'Confirm first.', { factors: ['totp'] });
  fakeServer.respond(stepUp, () => {
    fakeServer.respond(codes, { recovery_codes: ['abcde-12345', 'abcde-67890'] });
    return null;
  });
  await renderApp(
    <>
      <NewCodesDialog email="pat@example.com" areSaved onClosed={() => undefined} />
      <StepUpHost onSignInAgain={() => undefined} />
    </>,
  );
  await button('Create new codes').click();
  await expect.element(dialog(title)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog(title)).not.toBeInTheDocument();
  await expect.element(dialog('Create new recovery codes?')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await button('Create new codes').click();
  await field('Code from your authenticator app').fill('123456');
  await expect.element(dialog('Save your recovery codes')).toBeVisible();
  await expect.element(page.getByText('abcde-12345')).toBeVisible();
});
