import type { Page } from '@playwright/test';
import { dialogNamed, regionNamed } from '../profile/named-locators.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { freePerson, newEmail } from '../support/person.ts';

const failure = 'We have encountered an error logging you in. Please try again.';
const continueAtProvider = (page: Page) =>
  page.getByRole('link', { name: 'Continue with Example Login' });

/** Signs in on the provider's page. */
async function signInAtProvider(
  page: Page,
  { email, isVerified = true }: { email: string; isVerified?: boolean },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Verified').setChecked(isVerified);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test("signing up with the operator's own provider leads to the dashboard, and later sign-ins continue at the requested page", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/signup');
  await continueAtProvider(page).click();
  await signInAtProvider(page, { email });
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/^You are currently a free user\./)).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await page.goto('/login?next=%2Fprofile');
  await expectAccessible(page, 'the sign-in page with a provider');
  await continueAtProvider(page).focus();
  await page.keyboard.press('Enter');
  await signInAtProvider(page, { email });
  await expect(page).toHaveURL('/profile');
  const methods = regionNamed(page, 'Sign-in methods');
  await expect(methods.getByRole('listitem').filter({ hasText: 'Example Login' })).toContainText(
    email,
  );
  await expect(methods).toContainText('Your only sign-in method');
});

test("the operator's own provider can be linked and unlinked", async ({ page }) => {
  const email = newEmail();
  await openAs(await freePerson(), page, '/profile');
  const methods = regionNamed(page, 'Sign-in methods');
  await methods.getByRole('button', { name: 'Link Example Login' }).click();
  await dialogNamed(page, 'Link Example Login')
    .getByRole('button', { name: 'Continue with Example Login' })
    .click();
  await signInAtProvider(page, { email });
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Example Login linked')).toBeVisible();
  await expect(methods).toContainText(email);
  await methods.getByRole('button', { name: 'Unlink Example Login' }).click();
  await dialogNamed(page, 'Unlink Example Login?')
    .getByRole('button', { name: 'Unlink Example Login' })
    .click();
  await expect(page.getByText('Example Login is unlinked')).toBeVisible();
  await expect(methods.getByRole('button', { name: 'Link Example Login' })).toBeVisible();
});

test('canceling at the provider leads back to the sign-in page, and an unverified address shows why the sign-in failed', async ({
  page,
  browserErrors,
}) => {
  await page.goto('/login');
  await continueAtProvider(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You canceled signing in. Nothing has changed.')).toBeVisible();
  browserErrors.allow(/422 .*\/auth\/oidc/);
  await continueAtProvider(page).click();
  await signInAtProvider(page, { email: newEmail(), isVerified: false });
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  await expect(page).toHaveURL('/oidc/cb/example');
  await expect(page.getByText("Example Login hasn't verified your email address")).toBeVisible();
  await expectAccessible(page, 'the failed return');
});

test('where sign-up with a password is off, the sign-up page shows only the providers', async ({
  page,
}) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), password_sign_up: false } });
  });
  await page.goto('/signup');
  await expect(page.getByText('Choose how to sign up:')).toBeVisible();
  await expect(continueAtProvider(page)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'the sign-up page with providers only');
});
