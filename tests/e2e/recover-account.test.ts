import type { Page } from '@playwright/test';
import { sandboxUrl } from '../support/e2e-addresses.ts';
import { mailAbout } from '../support/mail.ts';
import { testPassword } from '../support/test-client.ts';
import { expect, test } from './journey.ts';
import { freePerson, newAddress } from './person.ts';

const inbox = { sandbox: { url: sandboxUrl } };
const newPassword = 'another horse, other battery';

/** Asks for a link with the keyboard alone. */
async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
  const confirmation = 'If the account is valid, an email will be sent.';
  await expect(page.getByRole('heading', { name: confirmation })).toBeFocused();
}

test('a forgotten password is set anew with the link of a mail', async ({ page, trouble }) => {
  const { email, api } = await freePerson();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/recoverAccount');
  await askForLink(page, email);
  const { links } = await mailAbout(inbox, email, 'password');

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(links[0] ?? '');
  const password = page.getByLabel('New password');
  const again = page.getByLabel('Confirm password');
  // The code is out of the address at once, and a reload has it still.
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
  await again.fill('another horse');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(button).toBeDisabled();
  await again.fill(newPassword);
  await expect(page.getByText('Passwords do not match')).toBeHidden();
  await expect(button).toBeEnabled();
  await again.press('Enter');
  await expect(page.getByRole('heading', { name: 'Password changed successfully' })).toBeFocused();
  // Whoever was signed in is no longer.
  expect((await api.call('GET /user/me')).status).toBe(401);

  await page.getByRole('link', { name: 'Log in' }).click();
  trouble.expect(/401 .*\/auth\/token/);
  await page.getByLabel('Username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^You are currently a free user\./)).toBeVisible();

  // The link has done what it could.
  trouble.expect(/422 .*\/user\/resetpwd/);
  await page.goto(links[0] ?? '');
  await password.fill(newPassword);
  await again.fill(newPassword);
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link is invalid or has expired. Please try again.',
  );
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/recoverAccount');
});

test('what is no address is told so after trying, and what has no account is told the same', async ({
  page,
}) => {
  await page.goto('/recoverAccount');
  const email = page.getByLabel('Email');
  const button = page.getByRole('button', { name: 'Send reset link' });
  await email.fill('dana at example.com');
  await expect(page.getByText('Invalid email address')).toBeHidden();
  await expect(button).toBeEnabled();
  await email.press('Enter');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(email).toBeFocused();
  await expect(button).toBeDisabled();
  await email.fill(newAddress());
  await expect(page.getByText('Invalid email address')).toBeHidden();
  await askForLink(page, newAddress());
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/login');
});

test('a request that got lost is confirmed all the same, with what is known of it', async ({
  page,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED.*\/forgotpwd/);
  await page.route('**/api/user/forgotpwd', (route) => route.abort());
  await page.goto('/recoverAccount');
  await askForLink(page, newAddress());
  await expect(page.getByRole('alert')).toHaveText(
    "Couldn't reach Cairn. Check your connection and try again.",
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('without a code the page for a new password leads to a new link', async ({ page }) => {
  for (const address of ['/resetpwd?code=', '/resetpwd']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'This page is no longer valid' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/recoverAccount');
});

test('a new password that gets lost on its way can be sent again', async ({ page, trouble }) => {
  trouble.expect(/ERR_FAILED.*\/resetpwd/);
  await page.route('**/api/user/resetpwd', (route) => route.abort());
  await page.goto('/resetpwd?code=made-up');
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong');
  await expect(page.getByRole('button', { name: 'Reset password' })).toBeEnabled();
});
