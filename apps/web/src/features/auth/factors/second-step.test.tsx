import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession } from '../../../platform/session/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { testToken } from '../../../testing/sign-in.ts';
import { SecondStep } from './second-step.tsx';

const verifyFactor = 'POST /auth/second_factor';
const code = field('Code from your authenticator app');
const token = {
  access_token: testToken(),
  token_type: 'bearer',
  expires_in: 3600,
} as const;

async function openStep() {
  const onBack = vi.fn();
  await renderApp(
    <SecondStep
      pending={{ challenge: 'sealed', factors: ['totp', 'recovery_code'], resetAt: null }}
      onBack={onBack}
    />,
  );
  return onBack;
}

test('typing the sixth digit submits the code and signs in', async () => {
  fakeServer.respond(verifyFactor, token);
  await openStep();
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await userEvent.keyboard('123456');
  await vi.waitFor(() => expect(getSession()).not.toBeNull());
  expect(fakeServer.callsTo(verifyFactor).map(({ body }) => body)).toEqual([
    { challenge: 'sealed', factor: 'totp', code: '123456', trust_device: false },
  ]);
});

test('a pasted code with spaces is accepted', async () => {
  fakeServer.respond(verifyFactor, token);
  await openStep();
  await code.fill(' 123 456 ');
  await vi.waitFor(() => expect(getSession()).not.toBeNull());
  expect(fakeServer.callsTo(verifyFactor)).toMatchObject([{ body: { code: '123456' } }]);
});

test('a wrong code shows an error at the field and is selected for retyping', async () => {
  fakeServer.reject(verifyFactor, 'wrong_code', 'This code is wrong.');
  await openStep();
  await code.fill('111111');
  await expect.element(code).toHaveAccessibleDescription('This code is wrong.');
  await expect.element(code).toHaveFocus();
  fakeServer.respond(verifyFactor, token);
  await userEvent.keyboard('222222');
  await vi.waitFor(() => expect(getSession()).not.toBeNull());
});

test('a device is trusted if the user checks the box before entering the code', async () => {
  fakeServer.respond(verifyFactor, token);
  await openStep();
  await page.getByRole('checkbox', { name: 'Trust this device for 30 days' }).click();
  await code.fill('123456');
  await vi.waitFor(() => expect(getSession()).not.toBeNull());
  expect(fakeServer.callsTo(verifyFactor)).toMatchObject([{ body: { trust_device: true } }]);
});

test('an incomplete code is not sent', async () => {
  fakeServer.respond(verifyFactor, token);
  await openStep();
  await code.fill('123');
  await button('Confirm').click();
  await expect.element(code).toHaveAccessibleDescription('The code has six digits.');
  expect(fakeServer.callsTo(verifyFactor)).toEqual([]);
});

test('a recovery code can be used instead, and is submitted with the button', async () => {
  fakeServer.respond(verifyFactor, token);
  await openStep();
  await button('Use a recovery code instead').click();
  await expect.element(field('Recovery code')).toHaveFocus();
  await field('Recovery code').fill('abcde-12345');
  expect(fakeServer.callsTo(verifyFactor)).toEqual([]);
  await button('Confirm').click();
  await vi.waitFor(() => expect(getSession()).not.toBeNull());
  expect(fakeServer.callsTo(verifyFactor)).toMatchObject([
    { body: { factor: 'recovery_code', code: 'abcde-12345' } },
  ]);
});

test('an expired challenge takes the user back to the sign-in form with the reason', async () => {
  fakeServer.reject(verifyFactor, 'invalid_credentials', 'This sign-in took too long.');
  const onBack = await openStep();
  await code.fill('123456');
  await vi.waitFor(() => expect(onBack).toHaveBeenCalledWith('This sign-in took too long.'));
});

test('the user can go back from the second step to the sign-in form', async () => {
  const onBack = await openStep();
  await button('Back to login').click();
  expect(onBack).toHaveBeenCalledWith(null);
});

test('a passkey is asked for first, and a code can be used instead', async () => {
  await renderApp(
    <SecondStep
      pending={{ challenge: 'sealed', factors: ['passkey', 'totp'], resetAt: null }}
      onBack={() => undefined}
    />,
  );
  await expect.element(button('Use a passkey')).toBeVisible();
  await button('Use your authenticator app instead').click();
  await expect.element(code).toHaveFocus();
  await button('Use a passkey instead').click();
  await expect.element(button('Use a passkey')).toHaveFocus();
});
