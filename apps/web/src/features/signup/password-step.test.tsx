import { emailTakenMessage, signupPasswordMessage } from '@cairn/contract/rules/credential-rules';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { PasswordStep } from './password-step.tsx';

const create = 'POST /signup';
const goodPassword = 'correct horse';

function Harness(callbacks: { onBack: (reason: string | null) => void; onDone: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <PasswordStep
      email="new@example.com"
      password={password}
      onChange={setPassword}
      {...callbacks}
    />
  );
}

async function renderStep() {
  const onBack = vi.fn();
  const onDone = vi.fn();
  await renderApp(<Harness onBack={onBack} onDone={onDone} />);
  await expect.element(field('Password')).toHaveFocus();
  return { onBack, onDone };
}

test('a password that meets the rules creates the account', async () => {
  fakeServer.respond(create, { username: 'new@example.com' });
  const release = fakeServer.pause(create);
  const { onDone } = await renderStep();
  await expect.element(button('Create account')).toBeDisabled();
  await userEvent.keyboard(`${goodPassword}{Enter}`);
  await expect.element(button('Create account')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
  expect(fakeServer.callsTo(create).map(({ body }) => body)).toEqual([
    { email: 'new@example.com', password: goodPassword },
  ]);
});

test('a weak password shows an error when its field loses focus', async () => {
  await renderStep();
  await userEvent.keyboard('aaaaaaaaaaaa{Tab}');
  await expect.element(field('Password')).toHaveAccessibleDescription(signupPasswordMessage);
  await expect.element(button('Create account')).toBeDisabled();
});

test('an address that was taken in the meantime leads back to the email step with the reason', async () => {
  fakeServer.reject(create, 'conflict', 'This address is taken.');
  const { onBack, onDone } = await renderStep();
  await userEvent.keyboard(`${goodPassword}{Enter}`);
  await expect.poll(() => onBack.mock.calls).toEqual([[emailTakenMessage]]);
  expect(onDone).not.toHaveBeenCalled();
});

test('a failed sign-up keeps the password, and shows the reason until the password is changed', async () => {
  fakeServer.reject(create, 'unprocessable', 'This password is too common.');
  await renderStep();
  await userEvent.keyboard(`${goodPassword}{Enter}`);
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription('This password is too common.');
  await expect.element(field('Password')).toHaveValue(goodPassword);
  await userEvent.keyboard('!');
  await expect.element(page.getByText('This password is too common.')).not.toBeInTheDocument();
});

test('Back returns to the first step without a reason', async () => {
  const { onBack } = await renderStep();
  await button('Back').click();
  expect(onBack.mock.calls).toEqual([[null]]);
});
