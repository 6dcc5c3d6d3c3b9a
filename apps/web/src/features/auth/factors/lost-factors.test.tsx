import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getSession } from '../../../platform/session/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { button } from '../../../testing/find-by-role.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { testToken } from '../../../testing/sign-in.ts';
import { CancelReset } from './cancel-reset.tsx';
import { LostFactors } from './lost-factors.tsx';

const ask = 'POST /auth/factor_reset';
const complete = 'POST /auth/factor_reset/complete';

async function openLostFactors(resetAt: string | null) {
  const onBack = vi.fn();
  await renderApp(
    <LostFactors pending={{ challenge: 'sealed', factors: ['totp'], resetAt }} onBack={onBack} />,
  );
  return onBack;
}

test('a factor reset can be requested, and shows when it can be completed', async () => {
  fakeServer.respond(ask, { available_at: '2099-01-04T10:00:00.000Z' });
  await openLostFactors(null);
  await button('Lost your phone and recovery codes?').click();
  const heading = page.getByRole('heading', { name: 'Lost your phone and recovery codes?' });
  await expect.element(heading).toHaveFocus();
  await button('Ask to turn it off').click();
  await expect.element(page.getByText(/after .*2099/)).toBeVisible();
  await expect.element(heading).toHaveFocus();
  await expect.element(button('Turn it off and log in')).not.toBeInTheDocument();
  expect(fakeServer.callsTo(ask)).toMatchObject([{ body: { challenge: 'sealed' } }]);
});

test('a factor reset whose waiting time has passed is shown at once and can be completed', async () => {
  fakeServer.respond(complete, {
    access_token: testToken(),
    token_type: 'bearer',
    expires_in: 3600,
  });
  await openLostFactors('2020-01-04T10:00:00.000Z');
  await button('Turn it off and log in').click();
  await vi.waitFor(() => expect(getSession()).not.toBeNull());
});

test('an open request to turn off two-step verification is shown with advice in case someone else made it', async () => {
  await openLostFactors('2099-01-04T10:00:00.000Z');
  await expect
    .element(page.getByText(/If it was yours, log in here again after .*2099/))
    .toBeVisible();
  await expect
    .element(page.getByText(/confirm your sign-in: that cancels the request/))
    .toBeVisible();
});

test('an expired challenge takes the user back to the sign-in form, and any other failure is shown', async () => {
  fakeServer.reject(ask, 'too_many_requests', 'Too many attempts.');
  const onBack = await openLostFactors(null);
  await button('Lost your phone and recovery codes?').click();
  await button('Ask to turn it off').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts.');
  fakeServer.reject(ask, 'invalid_credentials', 'This sign-in took too long.');
  await button('Ask to turn it off').click();
  await vi.waitFor(() => expect(onBack).toHaveBeenCalledWith('This sign-in took too long.'));
});

test('the link in an email cancels the factor reset', async () => {
  const cancel = 'POST /auth/factor_reset/cancel';
  fakeServer.respond(cancel, null);
  const onResult = vi.fn();
  await renderApp(<CancelReset code="abc" onResult={onResult} />);
  await button('Cancel the request').click();
  await vi.waitFor(() => expect(onResult).toHaveBeenCalledWith('done'));
  expect(fakeServer.callsTo(cancel)).toMatchObject([{ body: { code: 'abc' } }]);
});
