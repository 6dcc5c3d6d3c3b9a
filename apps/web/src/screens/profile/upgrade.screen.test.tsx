import type { CallResponse } from '@cairn/contract/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { isDemoMode } from '../../platform/demo-mode.ts';
import { exampleConfig } from '../../testing/example-config.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { UpgradeScreen } from './upgrade.screen.tsx';

const neverPaid: CallResponse<'GET /billing/subscription'> = {
  ...{ state: 'none', plan: null, until: null, payment: null, end_reason: null },
  ...{ manageable: false, banks_unlinked_at: null },
};

async function renderScreen(subscription = neverPaid): Promise<void> {
  fakeServer.respond('GET /billing/subscription', subscription);
  fakeServer.respond('GET /config', exampleConfig);
  signIn({ subscription: 'free' });
  await renderApp(<UpgradeScreen />);
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true });

test('the upgrade screen shows the preview, both prices, and why linking is safe', async () => {
  await renderScreen();
  await expect.element(heading('Welcome to Cairn')).toBeVisible();
  const preview = page.getByRole('img', { name: /^The dashboard/ });
  await expect.element(preview).toHaveAttribute('width', '1200');
  const prices = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
  expect(prices.elements().map((item) => item.textContent)).toEqual([
    'Lifetime$250one-time payment',
    'Yearly$50per year',
  ]);
  const reasons = page.getByRole('region', { name: "What's safe, and why" });
  await expect.element(reasons.getByRole('heading', { name: 'Read-only' })).toBeVisible();
  await expect
    .element(reasons.getByRole('link', { name: 'Read the Privacy Policy' }))
    .toHaveAttribute('href', '/privacy');
});

test('the buttons open the upgrade dialog and the demo', async () => {
  await renderScreen();
  await button('Upgrade Account').click();
  await expect.element(dialog('Upgrade your account for all features')).toBeVisible();
  await button('Cancel').click();
  await button('Demo Mode').click();
  expect(isDemoMode()).toBe(true);
});

test('a user whose subscription has ended is welcomed back and sees why it ended', async () => {
  await renderScreen({
    ...neverPaid,
    ...{ state: 'ended', plan: 'yearly', end_reason: 'canceled', until: '2026-05-01T00:00:00Z' },
  });
  await expect.element(heading('Welcome back to Cairn')).toBeVisible();
  await expect.element(page.getByText(/It was canceled\./)).toBeVisible();
});
