import type { Page } from '@playwright/test';
import { consentAtApple } from './identity-providers.ts';
import { expect, openAs, test } from './journey.ts';
import { freePerson, newAddress } from './person.ts';

const failure = 'We have encountered an error logging you in. Please try again.';

/** How often the page has changed a code of Apple's for a token. */
function exchangesOf(page: Page): () => number {
  let exchanges = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/check_apple_otc')) exchanges += 1;
  });
  return () => exchanges;
}

test('Apple lets in, by keyboard, and leads to where one was going', async ({ page }) => {
  const exchanges = exchangesOf(page);
  await page.goto('/profile/email/validate');
  await page.getByRole('link', { name: 'Login with Apple' }).focus();
  await page.keyboard.press('Enter');
  await consentAtApple(page, { email: newAddress() });
  await expect(page).toHaveURL('/profile/email/validate');
  await expect(page.getByText('already verified')).toBeVisible();
  expect(exchanges()).toBe(1);
  // The page with the code is not left behind for the browser's Back.
  // Before it is a page of Apple's that came by a form, which the browser may refuse to ask for again.
  await page.goBack().catch(() => undefined);
  await expect(page).not.toHaveURL(/apple\/cb/);
});

test('signing up with Apple leads to the dashboard', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('link', { name: 'Sign up with Apple' }).click();
  await consentAtApple(page, { email: newAddress() });
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/^You are currently a free user\./)).toBeVisible();
});

test('who cancels at Apple is told so, and can try again for the same place', async ({ page }) => {
  await page.goto('/login?next=%2Fprofile%2Femail%2Fvalidate');
  await page.getByRole('link', { name: 'Login with Apple' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: failure })).toBeFocused();
  await expect(page.getByText('You cancelled at Apple. Nothing has changed.')).toBeVisible();
  await expect(page).toHaveURL('/apple/cb');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Femail%2Fvalidate');
});

test('an address that has an account here is not taken over', async ({ page, trouble }) => {
  const { email } = await freePerson();
  trouble.expect(/409 .*\/check_apple_otc/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Login with Apple' }).click();
  await consentAtApple(page, { email });
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  await expect(page.getByText(/sign in .* link Apple/i)).toBeVisible();
});

test('a code that is no good is tried once, also when the page is loaded again', async ({
  page,
  trouble,
}) => {
  const exchanges = exchangesOf(page);
  trouble.expect(/401 .*\/check_apple_otc/);
  await page.goto('/apple/cb?code=made-up');
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  await expect(page).toHaveURL('/apple/cb');
  expect(exchanges()).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: failure })).toBeVisible();
  expect(exchanges()).toBe(1);
});

test('a trip to Apple that was begun to link it ends linked', async ({ page }) => {
  const person = await freePerson();
  await openAs(person, page, '/profile/email/validate');
  await page.evaluate(`sessionStorage.setItem('appleJourney', '{"purpose":"link"}')`);
  await page.goto('/api/code/apple');
  await consentAtApple(page, { email: newAddress() });
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Apple linked')).toBeVisible();
  const { identities } = await person.api.reply('GET /user/identities');
  expect(identities.map(({ provider }) => provider)).toEqual(['email', 'APPLE']);
});
