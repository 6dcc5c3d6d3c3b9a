import type { Page } from '@playwright/test';
import { waitForMail } from '../../support/mail/mail.ts';
import { sandboxUrl } from '../../support/processes/e2e-addresses.ts';
import { testPassword } from '../../support/requests/test-client.ts';
import { expect, test } from '../support/journey.ts';
import { freePerson, newEmail } from '../support/person.ts';

const inbox = { sandbox: { url: sandboxUrl } };
const newPassword = 'another horse, other battery';

/** Requests a reset link by keyboard. */
async function requestLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
  const confirmation = 'If the account is valid, an email will be sent.';
  await expect(page.getByRole('heading', { name: confirmation })).toBeFocused();
}

test('a forgotten password is reset with the emailed link', async ({ page, browserErrors }) => {
  const { email, api } = await freePerson();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/recoverAccount');
  await requestLink(page, email);
  const { links } = await waitForMail(inbox, email, 'password');

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(links[0] ?? '');
  const password = page.getByLabel('New password');
  const confirmation = page.getByLabel('Confirm password');
  // The code is removed from the address at once and survives a reload.
  await expect(page).toHaveURL('/resetpwd');
  await page.reload();
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  const button = page.getByRole('button', { name: 'Reset password' });
  await expect(button).toBeDisabled();

  await password.fill('aaaaaaa');
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await expect(page.getByText('Password must contain at least 5 unique characters')).toBeVisible();
  await password.fill('aaaaaaabcd');
  await expect(page.getByText('Password must be at least 8 characters long')).toBeHidden();
  await expect(page.getByText('Password must contain at least 5 unique characters')).toBeVisible();
  await password.fill(newPassword);
  await confirmation.fill('another horse');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(button).toBeDisabled();
  await confirmation.fill(newPassword);
  await expect(page.getByText('Passwords do not match')).toBeHidden();
  await expect(button).toBeEnabled();
  await confirmation.press('Enter');
  await expect(page.getByRole('heading', { name: 'Password changed successfully' })).toBeFocused();
  // All sessions have ended.
  expect((await api.call('GET /user/me')).status).toBe(401);

  await page.getByRole('link', { name: 'Log in' }).click();
  browserErrors.allow(/401 .*\/auth\/token/);
  await page.getByLabel('Username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^You are currently a free user\./)).toBeVisible();

  // The link can't be used again.
  browserErrors.allow(/422 .*\/user\/resetpwd/);
  await page.goto(links[0] ?? '');
  await password.fill(newPassword);
  await confirmation.fill(newPassword);
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link is invalid or has expired. Please try again.',
  );
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/recoverAccount');
});

test('a reset link for an address without an account gets the same confirmation', async ({
  page,
}) => {
  await page.goto('/recoverAccount');
  await requestLink(page, newEmail());
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');
});

test('a failed request for a reset link shows its error together with the confirmation', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED.*\/forgotpwd/);
  await page.route('**/api/user/forgotpwd', (route) => route.abort());
  await page.goto('/recoverAccount');
  await requestLink(page, newEmail());
  await expect(page.getByRole('alert')).toHaveText(
    "Couldn't reach Cairn. Check your connection and try again.",
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('the password reset page without a code links to requesting a new one', async ({ page }) => {
  for (const address of ['/resetpwd?code=', '/resetpwd']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'This page is no longer valid' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/recoverAccount');
});
