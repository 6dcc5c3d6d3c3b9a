import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.ts';
import { freePerson, newEmail } from '../support/person.ts';
import { signInAtApple } from './identity-providers.ts';

const failure = 'We have encountered an error logging you in. Please try again.';

/** Counts how often the page exchanges Apple's code for a token. */
function countExchanges(page: Page): () => number {
  let exchanges = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/check_apple_otc')) exchanges += 1;
  });
  return () => exchanges;
}

test('signing in with Apple works by keyboard and continues at the requested page', async ({
  page,
}) => {
  const exchanges = countExchanges(page);
  await page.goto('/profile/email/validate');
  await page.getByRole('link', { name: 'Login with Apple' }).focus();
  await page.keyboard.press('Enter');
  await signInAtApple(page, { email: newEmail() });
  await expect(page).toHaveURL('/profile/email/validate');
  await expect(page.getByText('already verified')).toBeVisible();
  expect(exchanges()).toBe(1);
  // The page with the code isn't in the history. The entry before it is Apple's form page, which the browser
  // may refuse to load again.
  await page.goBack().catch(() => undefined);
  await expect(page).not.toHaveURL(/apple\/cb/);
});

test('signing up with Apple leads to the dashboard', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('link', { name: 'Sign up with Apple' }).click();
  await signInAtApple(page, { email: newEmail() });
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/^You are currently a free user\./)).toBeVisible();
});

test('canceling at Apple leads back to the sign-in page with a neutral note', async ({ page }) => {
  await page.goto('/login?next=%2Fprofile%2Femail%2Fvalidate');
  await page.getByRole('link', { name: 'Login with Apple' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Femail%2Fvalidate');
  await expect(
    page.getByText('You canceled signing in with Apple. Nothing has changed.'),
  ).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('canceling the link to Apple leads back to the profile', async ({ page }) => {
  await openAs(await freePerson(), page, '/profile/email/validate');
  await page.evaluate(`sessionStorage.setItem('providerRedirect', '{"purpose":"link"}')`);
  await page.goto('/api/code/apple');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText("Apple wasn't linked")).toBeVisible();
});

test('signing in with Apple does not take over an existing account with the same address', async ({
  page,
  browserErrors,
}) => {
  const { email } = await freePerson();
  browserErrors.allow(/409 .*\/check_apple_otc/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Login with Apple' }).click();
  await signInAtApple(page, { email });
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  await expect(page.getByText(/sign in .* link Apple/i)).toBeVisible();
});

test('an invalid code from Apple is sent once, even if the page is reloaded', async ({
  page,
  browserErrors,
}) => {
  const exchanges = countExchanges(page);
  browserErrors.allow(/401 .*\/check_apple_otc/);
  await page.goto('/apple/cb?code=made-up');
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  await expect(page).toHaveURL('/apple/cb');
  expect(exchanges()).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  expect(exchanges()).toBe(1);
});

test('a redirect to Apple for linking links Apple to the account', async ({ page }) => {
  const person = await freePerson();
  await openAs(person, page, '/profile/email/validate');
  await page.evaluate(`sessionStorage.setItem('providerRedirect', '{"purpose":"link"}')`);
  await page.goto('/api/code/apple');
  await signInAtApple(page, { email: newEmail() });
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Apple linked')).toBeVisible();
  const { identities } = await person.api.request('GET /user/identities');
  expect(identities.map(({ provider }) => provider)).toEqual(['email', 'APPLE']);
});
