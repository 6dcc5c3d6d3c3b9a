import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button, field } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { RecoverAccountForm } from './recover-account-form.tsx';

const request = 'POST /user/forgotpwd';

async function renderForm() {
  const onRequested = vi.fn();
  await renderApp(<RecoverAccountForm onRequested={onRequested} />);
  return onRequested;
}

test('a reset link is requested for a valid address', async () => {
  fakeServer.respond(request, { message: 'Sent.' });
  const onRequested = await renderForm();
  await field('Email').fill('pat@example.com');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => onRequested.mock.calls)
    .toEqual([[{ email: 'pat@example.com', error: null }]]);
});

test('an invalid address shows an error in its field, which gets the focus, and can be corrected', async () => {
  fakeServer.respond(request, { message: 'Sent.' });
  const onRequested = await renderForm();
  await field('Email').fill('pat@example');
  await button('Send reset link').click();
  await expect.element(field('Email')).toHaveAccessibleDescription('Invalid email address');
  await expect.element(field('Email')).toHaveFocus();
  expect(fakeServer.callsTo(request)).toEqual([]);
  await userEvent.keyboard('.com{Enter}');
  await expect.poll(() => onRequested.mock.calls).toHaveLength(1);
});

test("a rejected reset request is reported with the email address and the server's reason", async () => {
  fakeServer.reject(request, 'too_many_requests', 'Please wait a minute.');
  const onRequested = await renderForm();
  await field('Email').fill('pat@example.com');
  await button('Send reset link').click();
  await expect
    .poll(() => onRequested.mock.calls)
    .toEqual([[{ email: 'pat@example.com', error: 'Please wait a minute.' }]]);
});
