import { emailTakenMessage, signupEmailMessage } from '@cairn/contract/rules/credential-rules';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { platformCopy } from '../../platform/platform.copy.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, field } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { EmailStep } from './email-step.tsx';

const check = 'POST /signup/emailcheck';

async function renderStep({ initialError = null }: { initialError?: string | null } = {}) {
  const onDone = vi.fn();
  await renderApp(<EmailStep initial="" initialError={initialError} onDone={onDone} />);
  return onDone;
}

test('a valid address is checked, and leads to the next step', async () => {
  fakeServer.respond(check, { available: true });
  const release = fakeServer.pause(check);
  const onDone = await renderStep();
  await expect.element(button('Next')).toBeDisabled();
  await field('Email').fill('new@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Next')).toHaveAttribute('aria-busy', 'true');
  expect(onDone).not.toHaveBeenCalled();
  release();
  await expect.poll(() => onDone.mock.calls).toEqual([['new@example.com']]);
  expect(fakeServer.callsTo(check).map(({ body }) => body)).toEqual([{ email: 'new@example.com' }]);
});

test('an invalid address shows an error when its field loses focus', async () => {
  await renderStep();
  await field('Email').fill('new@example');
  await expect.element(field('Email')).toBeValid();
  await userEvent.keyboard('{Tab}');
  await expect.element(field('Email')).toHaveAccessibleDescription(signupEmailMessage);
  await expect.element(button('Next')).toBeDisabled();
});

test('an address that has an account shows an error until another address is typed', async () => {
  fakeServer.reject(check, 'conflict', 'This address is taken.');
  const onDone = await renderStep();
  await field('Email').fill('taken@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Email')).toHaveAccessibleDescription(emailTakenMessage);
  await expect.element(field('Email')).toHaveFocus();
  await field('Email').fill('other@example.com');
  await expect.element(field('Email')).toBeValid();
  expect(onDone).not.toHaveBeenCalled();
});

test('without a connection, the address is kept, and the next press checks it again', async () => {
  fakeServer.disconnect(check);
  const onDone = await renderStep();
  await field('Email').fill('new@example.com');
  await button('Next').click();
  await expect.element(field('Email')).toHaveAccessibleDescription(platformCopy.networkError);
  await expect.element(field('Email')).toHaveValue('new@example.com');
  fakeServer.respond(check, { available: true });
  await button('Next').click();
  await expect.poll(() => onDone.mock.calls).toEqual([['new@example.com']]);
});

test('an address that the password step rejected shows the error', async () => {
  await renderStep({ initialError: emailTakenMessage });
  await expect.element(field('Email')).toHaveAccessibleDescription(emailTakenMessage);
});
