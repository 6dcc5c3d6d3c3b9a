import type { Page } from '@playwright/test';
import { testPassword } from '../support/test-client.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { freePerson, personWith } from './person.ts';

const storedToken = (page: Page) =>
  page.evaluate<string | null>(`localStorage.getItem('jwt_token')`);
/** In all tabs, those that wait for their turn too. */
const renewalsUnderWay = (page: Page) =>
  page.evaluate<number>(`navigator.locks.query().then(({ held, pending }) =>
    [...held, ...pending].filter(({ name }) => name === 'cairn-token-renewal').length)`);
const signedOutNote = 'You were signed out. Log in to go on where you were.';

test(
  'two tabs renew their token once between them, and both go on',
  oneLayout,
  async ({ page, context }) => {
    const person = await freePerson();
    await page.clock.install();
    await openAs(person, page, '/profile');
    const other = await context.newPage();
    await other.goto('/profile');
    for (const tab of [page, other]) await expect(tab.getByText('This device')).toBeVisible();
    let renewals = 0;
    context.on('response', (response) => {
      if (response.url().endsWith('/user/upgrade_token')) renewals += 1;
    });
    // The clock goes forward in one tab after the other: neither renews before both are there.
    let goOn = () => {};
    const forwarded = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await context.route('**/user/upgrade_token', async (route) => {
      await forwarded;
      await route.continue();
    });
    const before = await storedToken(page);
    await page.clock.fastForward('46:00');
    goOn();
    await expect.poll(() => storedToken(page)).not.toBe(before);
    await expect.poll(() => storedToken(other)).toBe(await storedToken(page));
    await expect.poll(() => renewalsUnderWay(page)).toBe(0);
    expect(renewals).toBe(1);
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Download my data' }).click();
      await expect(tab.getByText('Your data was downloaded').first()).toBeVisible();
    }
    expect(renewals).toBe(1);
  },
);

test(
  'a session that was ended leads to the door, says so, and comes back',
  oneLayout,
  async ({ page, trouble }) => {
    const person = await freePerson();
    // The open stream of events would find it out by itself, at a moment of its own.
    await page.route('**/api/user/events', (route) => route.fulfill({ status: 501, body: '' }));
    trouble.expect(/(501 .*user\/events|401 )/);
    await openAs(person, page, '/profile#activity');
    await expect(page.getByText('This device')).toBeVisible();
    await person.api.reply('POST /auth/logout');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(signedOutNote)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await page.getByLabel('Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/profile#activity');
    await expect(page.getByText('This device')).toBeVisible();
  },
);

test(
  'who signs out while a renewal is on its way stays signed out',
  oneLayout,
  async ({ page }) => {
    const person = await freePerson();
    await page.clock.install();
    await openAs(person, page, '/logout');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/user/upgrade_token', async (route) => {
      const reply = await route.fetch();
      await answered;
      await route.fulfill({ response: reply });
    });
    // The app runs, and has set its alarm, when its screen is there.
    const logout = page.getByRole('button', { name: 'Logout' });
    await expect(logout).toBeVisible();
    const asked = page.waitForRequest('**/api/user/upgrade_token');
    await page.clock.fastForward('46:00');
    await asked;
    await logout.click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL('/login');
    const late = page.waitForResponse('**/api/user/upgrade_token');
    answer();
    await (await late).finished();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    // Who left by themselves is told nothing of having been signed out.
    await expect(page.getByText(signedOutNote)).toBeHidden();
  },
);

test(
  'a session that was ended leads to the door by itself, with no press',
  oneLayout,
  async ({ page, trouble }) => {
    const person = await freePerson();
    trouble.expect(/401 /);
    await openAs(person, page, '/profile');
    await expect(page.getByText('This device')).toBeVisible();
    await person.api.reply('POST /auth/logout');
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(signedOutNote)).toBeVisible();
  },
);

test('no answer but 401 signs anybody out', oneLayout, async ({ page, trouble }) => {
  const person = await freePerson();
  trouble.expect(/(403|500|503) .*\/api\//);
  for (const [call, status, code] of [
    ['sessions', 403, 'forbidden'],
    ['activity', 403, 'fresh_sign_in_required'],
    ['identities', 503, 'unavailable'],
  ] as const) {
    const json = { type: '', title: '', status, detail: 'Not now.', code, request_id: '' };
    await page.route(`**/api/user/${call}`, (route) => route.fulfill({ status, json }));
  }
  await openAs(
    personWith({ email: person.email, token: person.api.token ?? '' }),
    page,
    '/profile',
  );
  await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toHaveCount(3);
  await expect(page).toHaveURL('/profile');
});
