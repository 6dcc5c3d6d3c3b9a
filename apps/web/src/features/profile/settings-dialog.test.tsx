import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setTheme } from '../../platform/browser/theme.ts';
import { isDemoMode } from '../../platform/demo-mode.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { button, dialog } from '../../testing/find-by-role.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signIn, testEmail } from '../../testing/sign-in.ts';
import { SettingsDialog } from './settings-dialog.tsx';

afterEach(() => {
  setTheme('system');
});

async function openSettings(subscription: 'paid' | 'free' = 'paid') {
  signIn({ subscription });
  fakeServer.respond('GET /user/me', {
    id: 'user-1',
    username: testEmail,
    subscription_status: subscription,
    email_verified: true,
    providers: ['email'],
    second_factor: false,
  });
  const onUpgrade = vi.fn();
  const onClose = vi.fn();
  const app = await renderApp(
    <SettingsDialog
      onClose={onClose}
      onUpgrade={onUpgrade}
      institutions={() => 'Your banks'}
      accounts={({ onClose }) => (
        <button type="button" onClick={onClose}>
          Link a bank
        </button>
      )}
    />,
    { at: '/transactions' },
  );
  await expect.element(dialog('Settings')).toBeVisible();
  return { onUpgrade, onClose, ...app };
}

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

test('the settings open on the Profile tab, and arrow keys reach the other tabs', async () => {
  await openSettings();
  await expect.element(tab('Profile')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByText(testEmail)).toBeVisible();
  await expect.element(page.getByText('Validated')).toBeVisible();
  await tab('Profile').click();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(page.getByText('Your banks')).toBeVisible();
});

test('a link in a tab closes the settings before navigating', async () => {
  const { onClose } = await openSettings();
  await tab('Accounts').click();
  await button('Link a bank').click();
  await expect.element(dialog('Settings')).not.toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
});

test('demo mode and the theme change at once', async () => {
  await openSettings();
  await page.getByRole('switch', { name: 'DEMO MODE' }).click();
  expect(isDemoMode()).toBe(true);
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('free users can upgrade from the settings', async () => {
  const { onUpgrade } = await openSettings('free');
  await expect.element(page.getByText('Free', { exact: true })).toBeVisible();
  await button('Upgrade').click();
  expect(onUpgrade).toHaveBeenCalledOnce();
});

test('paid users are not asked to upgrade', async () => {
  await openSettings();
  await expect.element(button('Log out')).toBeVisible();
  await expect.element(button('Upgrade')).not.toBeInTheDocument();
});

test('Log out closes the settings and opens the confirmation page', async () => {
  const { path } = await openSettings();
  await button('Log out').click();
  await expect.element(dialog('Settings')).not.toBeInTheDocument();
  expect(path()).toBe('/logout');
});
