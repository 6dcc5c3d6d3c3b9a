import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { newEmail } from '../support/person.ts';
import { googleButton, waitForGoogle } from './identity-providers.ts';

test(
  'the sign-in methods other than a password are accessible',
  oneLayout,
  async ({ page, browserErrors }) => {
    await page.goto('/login');
    await waitForGoogle(page);
    await expectAccessible(page, 'the sign-in page with Google over its button');
    await page.reload();
    await page.getByRole('button', { name: 'Login with Google' }).press('Enter');
    await expect(googleButton(page)).toBeVisible();
    await expectAccessible(page, "the sign-in page with Google's own button");
    browserErrors.allow(/ERR_FAILED.*\/gsi\/client/);
    await page.route('**/gsi/client', (route) => route.abort());
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Sign up with Google' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/^Google couldn't be loaded/);
    await expectAccessible(page, 'signing up without Google');
  },
);

test('the return from Apple is accessible', oneLayout, async ({ page }) => {
  await page.route('**/api/user/check_apple_otc', () => undefined);
  await page.goto('/apple/cb?code=made-up');
  await expect(page.getByRole('heading', { name: 'One moment' })).toBeVisible();
  await expectAccessible(page, 'the wait for the sign-in');
  await page.goto('/apple/cb?error=cancelled');
  await expect(page.getByText('You canceled signing in with Apple.')).toBeVisible();
  await expectAccessible(page, 'the sign-in page after canceling');
  await page.goto('/apple/cb?error=expired');
  await expect(page.getByText('Signing in took too long')).toBeVisible();
  await expectAccessible(page, 'the failed sign-in');
});

test('the password reset pages are accessible', oneLayout, async ({ page }) => {
  await page.goto('/recoverAccount');
  await page.getByLabel('Email').fill('no address');
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectAccessible(page, 'the request for a link, with an error');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByText('If the account is valid, an email will be sent.')).toBeVisible();
  await expectAccessible(page, 'the confirmation');
  await page.goto('/resetpwd');
  await expect(page.getByText('This page is no longer valid')).toBeVisible();
  await expectAccessible(page, 'the page without a code');
  await page.goto('/resetpwd?code=made-up');
  await page.getByLabel('New password').fill('aaa');
  await page.getByLabel('Confirm password').fill('bbb');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectAccessible(page, 'the new password, with errors');
});

test(
  'the email verification pages are accessible',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/422 .*\/check_email_validation/);
    browserErrors.allow(/503 .*\/validate_email/);
    await openAs(people.free, page, '/profile/email/link?code=made-up');
    await expect(page.getByText('This link is invalid or has expired.')).toBeVisible();
    await expectAccessible(page, 'an invalid link');
    await page.route('**/api/user/validate_email', (route) => route.fulfill({ status: 503 }));
    await page.goto('/profile/email/validate');
    await page.getByRole('button', { name: 'Send verification email' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'the request for the email, with an error');
  },
);

test('the terms and the privacy policy are accessible', oneLayout, async ({ page }) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Terms', exact: true })).toBeVisible();
  await expectAccessible(page, 'the terms');
  await page.getByRole('navigation').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByText('the first five characters of the password')).toBeVisible();
  await expectAccessible(page, 'the privacy policy');
});
