import type { Page } from '@playwright/test';
import { testPassword } from '../../support/requests/test-client.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { freePerson, personFromToken } from '../support/person.ts';

/** The session that the browser has stored, or null if it is signed out. */
const storedSession = (page: Page) =>
  page.evaluate<string | null>(`localStorage.getItem('session')`);
/** Counts running and waiting token renewals in all tabs. */
const countPendingRenewals = (page: Page) =>
  page.evaluate<number>(`navigator.locks.query().then(({ held, pending }) =>
    [...held, ...pending].filter(({ name }) => name === 'cairn-token-renewal').length)`);
const signedOutNote = 'You were signed out. Log in to continue where you left off.';

test('two tabs renew their shared token only once', oneLayout, async ({ page, context }) => {
  const person = await freePerson();
  await page.clock.install();
  await openAs(person, page, '/profile');
  const otherTab = await context.newPage();
  await otherTab.goto('/profile');
  for (const tab of [page, otherTab]) await expect(tab.getByText('This device')).toBeVisible();
  let tokenRenewals = 0;
  context.on('response', (response) => {
    if (response.url().endsWith('/auth/refresh')) tokenRenewals += 1;
  });
  // The clock is advanced in one tab after the other. No renewal completes before both have started.
  let continueRenewals = () => {};
  const clocksAdvanced = new Promise<void>((resolve) => {
    continueRenewals = resolve;
  });
  await context.route('**/auth/refresh', async (route) => {
    await clocksAdvanced;
    await route.continue();
  });
  await page.clock.fastForward('14:00');
  continueRenewals();
  await expect.poll(() => tokenRenewals).toBe(1);
  await expect.poll(() => countPendingRenewals(page)).toBe(0);
  expect(tokenRenewals).toBe(1);
  for (const tab of [page, otherTab]) {
    await tab.getByRole('button', { name: 'Download my data' }).click();
    await expect(tab.getByText('Your data was downloaded').first()).toBeVisible();
  }
  expect(tokenRenewals).toBe(1);
});

test(
  'an ended session redirects to the login page, and signing in returns to the same page',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await freePerson();
    // Without the event stream, which would notice the ended session at an unpredictable time.
    await page.route('**/api/user/events', (route) => route.fulfill({ status: 501, body: '' }));
    browserErrors.allow(/(501 .*user\/events|401 )/);
    await openAs(person, page, '/profile#activity');
    await expect(page.getByText('This device')).toBeVisible();
    await person.api.request('POST /auth/logout');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(signedOutNote)).toBeVisible();
    expect(await storedSession(page)).toBeNull();
    await page.getByLabel('Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/profile#activity');
    await expect(page.getByText('This device')).toBeVisible();
  },
);

test(
  'a user who signs out during a token renewal stays signed out',
  oneLayout,
  async ({ page }) => {
    const person = await freePerson();
    await page.clock.install();
    await openAs(person, page, '/logout');
    let respond = () => {};
    const released = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/auth/refresh', async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    // The renewal timer is set once the screen is visible.
    const logout = page.getByRole('button', { name: 'Logout' });
    await expect(logout).toBeVisible();
    const request = page.waitForRequest('**/api/auth/refresh');
    await page.clock.fastForward('14:00');
    await request;
    await logout.click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL('/login');
    const lateResponse = page.waitForResponse('**/api/auth/refresh');
    respond();
    await (await lateResponse).finished();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(await storedSession(page)).toBeNull();
    // The note isn't shown to users who signed out themselves.
    await expect(page.getByText(signedOutNote)).toBeHidden();
  },
);

test(
  'an ended session redirects to the login page without user interaction',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await freePerson();
    browserErrors.allow(/401 /);
    await openAs(person, page, '/profile');
    await expect(page.getByText('This device')).toBeVisible();
    await person.api.request('POST /auth/logout');
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(signedOutNote)).toBeVisible();
  },
);

test('only a 401 response signs the user out', oneLayout, async ({ page, browserErrors }) => {
  const person = await freePerson();
  browserErrors.allow(/(403|500|503) .*\/api\//);
  for (const [call, status, code] of [
    ['sessions', 403, 'forbidden'],
    ['activity', 403, 'wrong_password'],
    ['identities', 503, 'unavailable'],
  ] as const) {
    const json = { type: '', title: '', status, detail: 'Not now.', code, request_id: '' };
    await page.route(`**/api/user/${call}`, (route) => route.fulfill({ status, json }));
  }
  await openAs(
    personFromToken({ email: person.email, token: person.api.token ?? '' }),
    page,
    '/profile',
  );
  await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toHaveCount(3);
  await expect(page).toHaveURL('/profile');
});
