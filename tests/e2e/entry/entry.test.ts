import type { Page } from '@playwright/test';
import { sandboxUrl } from '../../support/processes/e2e-addresses.ts';
import { testPassword } from '../../support/requests/test-client.ts';
import { expect, openAs, openWithStoredToken, test } from '../support/journey.ts';
import { freePerson, newEmail, paidPerson } from '../support/person.ts';

const upgradeText = /^You are currently a free user\./;

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('a wrong password shows an error, and the right one signs in with Enter', async ({
  page,
  browserErrors,
}) => {
  const { email } = await freePerson();
  await page.goto('/login');
  browserErrors.allow(/401 .*\/auth\/token/);
  await logIn(page, email, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill(testPassword);
  await password.press('Enter');
  await expect(page.getByText(upgradeText)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('an unreachable server is shown as a failed login instead of a wrong password', async ({
  page,
  browserErrors,
}) => {
  await page.goto('/login');
  await page.route('**/api/auth/token', (route) => route.abort());
  browserErrors.allow(/ERR_FAILED.*\/auth\/token/);
  await logIn(page, newEmail(), testPassword);
  await expect(page.getByRole('alert')).toHaveText('Failed login');
  await page.unroute('**/api/auth/token');
  await page.route('**/api/auth/token', (route) =>
    route.fulfill({ status: 503, body: 'unavailable' }),
  );
  browserErrors.allow(/503 .*\/auth\/token/);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed login');
});

test('the back button goes through the sign-up steps and keeps what was typed', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill('half a pass');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goForward();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half a pass');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('reloading during sign-up starts over', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
});

test('the login and sign-up pages redirect signed-in users to the dashboard', async ({
  page,
  people,
}) => {
  await openAs(people.free, page, '/login');
  await expect(page).toHaveURL('/');
  await page.goto('/signup');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(upgradeText)).toBeVisible();
});

test('signing in continues at the requested page', async ({ page, people }) => {
  await page.goto('/transactions?search=market');
  await expect(page).toHaveURL(/\/login\?next=/);
  await logIn(page, people.household.email, testPassword);
  await expect(page).toHaveURL('/transactions?search=market');
  await expect(page.getByRole('combobox', { name: 'Search transactions' })).toHaveValue('market');
});

test('signing in never redirects to another site', async ({ page, people }) => {
  await page.goto('/login?next=https%3A%2F%2Fexample.com%2F');
  await logIn(page, people.free.email, testPassword);
  await expect(page.getByText(upgradeText)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the login page links to the sandbox', async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the sandbox' }).click();
  await expect(await opened).toHaveURL(new RegExp(`^${sandboxUrl}`));
});

test('an unknown address shows not found with a link home', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/login');
});

test('an unknown address keeps the navigation for signed-in users', async ({ page, people }) => {
  await openAs(people.paid, page, '/no/such/place');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL('/transactions');
  await openAs(people.free, page, '/no/such/place');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible();
});

test('logging out in one tab logs out the other', async ({ page, context, browserErrors }) => {
  // Requests that the first tab has in flight are rejected.
  browserErrors.allow(/401 /);
  const person = await paidPerson();
  await openAs(person, page, '/transactions');
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/logout');
  await otherTab.getByRole('button', { name: 'Logout' }).click();
  await otherTab.getByRole('button', { name: 'Yes' }).click();
  await expect(otherTab).toHaveURL('/login');
  await expect(page).toHaveURL(/\/login/);
  // The server has ended the session, so the token is invalid everywhere.
  expect((await person.api.call('GET /user/me')).status).toBe(401);
});

test('an invalid token redirects to the login page', async ({ page, browserErrors }) => {
  const person = await paidPerson();
  await person.api.request('POST /auth/logout');
  browserErrors.allow(/401 /);
  await openWithStoredToken(person.api.token ?? '', page);
  await expect(page).toHaveURL('/login');
});

test('a token that is about to expire is renewed automatically', async ({ page }) => {
  const person = await freePerson();
  await page.clock.install();
  await openAs(person, page);
  await expect(page.getByText(upgradeText)).toBeVisible();
  const renewal = page.waitForResponse('**/api/auth/refresh');
  await page.clock.fastForward('14:00');
  const { access_token } = (await (await renewal).json()) as { access_token: string };
  const request = page.waitForRequest('**/api/user/sessions');
  await page.getByRole('link', { name: 'Profile' }).click();
  expect((await request).headers().authorization).toBe(`Bearer ${access_token}`);
});
