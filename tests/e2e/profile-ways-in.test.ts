import type { Page } from '@playwright/test';
import { testPassword } from '../support/test-client.ts';
import { chooseAtGoogle, consentAtApple, waitForGoogle } from './identity-providers.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { linkMailedTo } from './mailed-link.ts';
import { freePerson, newAddress } from './person.ts';
import { dialogNamed, region } from './profile-parts.ts';

const ways = (page: Page) => region(page, 'Ways to sign in');

/** Makes the page take the sign-in for an old one; what it then sends goes to the server as it is. */
async function ageSignIn(page: Page): Promise<void> {
  await page.route(/\/api\/user\/(identities|deletion)$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), fresh: false } });
  });
}

async function chooseToLink(page: Page, email: string): Promise<void> {
  const group = page.getByRole('group', { name: 'Continue with Google' });
  await waitForGoogle(page, group);
  await chooseAtGoogle(page, () => group.click(), { email });
}

async function linkGoogle(page: Page, email: string): Promise<void> {
  await ways(page).getByRole('button', { name: 'Link Google' }).click();
  await chooseToLink(page, email);
}

test(
  'Google is linked, and later unlinked with the password',
  oneLayout,
  async ({ page, trouble }) => {
    const at = newAddress();
    await openAs(await freePerson(), page, '/profile');
    await expect(ways(page).getByRole('listitem').first()).not.toContainText('Unlink');
    await linkGoogle(page, at);
    await expect(page.getByText('Google is linked', { exact: true })).toBeVisible();
    await expect(dialogNamed(page, 'Link Google')).toBeHidden();
    await expect(ways(page)).toContainText(at);
    await expect(region(page, 'Activity')).toContainText(
      `A way to sign in was linked · Google, ${at}`,
    );

    await ageSignIn(page);
    await page.reload();
    await ways(page).getByRole('button', { name: 'Unlink Google' }).click();
    const dialog = dialogNamed(page, 'Unlink Google?');
    const unlink = dialog.getByRole('button', { name: 'Unlink Google' });
    await expect(unlink).toBeDisabled();
    const password = dialog.getByLabel('Your password', { exact: true });
    await password.fill('not the password');
    trouble.expect(/403 .*\/identities/);
    await unlink.click();
    await expect(dialog.getByText('That is not your current password.')).toBeVisible();
    await password.fill(testPassword);
    await password.press('Enter');
    await expect(page.getByText('Google is unlinked')).toBeVisible();
    await expect(ways(page).getByRole('button', { name: 'Link Google' })).toBeVisible();
  },
);

test(
  'linking Google asks for the password when the sign-in is old, and is refused to a second account',
  oneLayout,
  async ({ page, trouble }) => {
    const at = newAddress();
    await openAs(await freePerson(), page, '/profile');
    await linkGoogle(page, at);
    await expect(ways(page)).toContainText(at);

    await openAs(await freePerson(), page, '/profile');
    await ageSignIn(page);
    await page.reload();
    await ways(page).getByRole('button', { name: 'Link Google' }).click();
    const dialog = dialogNamed(page, 'Link Google');
    await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeDisabled();
    await dialog.getByLabel('Your password', { exact: true }).fill(testPassword);
    trouble.expect(/409 .*\/identities/);
    await chooseToLink(page, at);
    await expect(dialog.getByRole('alert')).toContainText(
      'signs in to another account here already',
    );
    await page.keyboard.press('Escape');
    await expect(ways(page)).toContainText('Not linked');
    await expect(ways(page)).not.toContainText(at);
  },
);

test(
  'Apple is linked on a trip that comes back, for which an old sign-in is made anew',
  oneLayout,
  async ({ page }) => {
    const person = await freePerson();
    const at = newAddress();
    await openAs(person, page, '/profile');
    await ageSignIn(page);
    await ways(page).getByRole('button', { name: 'Link Apple' }).click();
    const dialog = dialogNamed(page, 'Link Apple');
    await expect(dialog.getByRole('button', { name: 'Continue with Apple' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL('/login?next=%2Fprofile');
    await page.unroute(/\/api\/user\/(identities|deletion)$/);
    await page.getByLabel('Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/profile');
    await ways(page).getByRole('button', { name: 'Link Apple' }).click();
    await dialog.getByRole('button', { name: 'Continue with Apple' }).click();
    await consentAtApple(page, { email: at });
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText('Apple linked', { exact: true })).toBeVisible();
    await expect(ways(page)).toContainText(at);
    await ways(page).getByRole('button', { name: 'Unlink Apple' }).click();
    // Just signed in: nothing more is asked.
    await dialogNamed(page, 'Unlink Apple?').getByRole('button', { name: 'Unlink Apple' }).click();
    await expect(page.getByText('Apple is unlinked')).toBeVisible();
  },
);

test(
  'who came with Google has one way in, gets a password by mail, and leaves without one',
  oneLayout,
  async ({ page, trouble }) => {
    const email = newAddress();
    await page.goto('/login');
    await waitForGoogle(page);
    await chooseAtGoogle(page, () => page.getByText('Login with Google').click(), { email });
    await expect(page).toHaveURL('/');
    await page.goto('/profile');
    await expect(ways(page)).toContainText('Your only way in');
    await expect(ways(page).getByRole('button', { name: 'Unlink Google' })).toHaveCount(0);
    const password = region(page, 'Password');
    await expect(password).toContainText('You have no password yet.');
    await password.getByRole('button', { name: 'Send the mail' }).click();
    await expect(password).toContainText('The mail is on its way.');
    expect(await linkMailedTo(email)).toMatch(/\/resetpwd\?code=/);

    await page.getByRole('button', { name: 'Change email' }).click();
    const change = dialogNamed(page, 'Change email');
    await expect(change.getByLabel('Your password', { exact: true })).toHaveCount(0);
    trouble.expect(/403 .*\/user\/email/);
    const stale = { status: 403, code: 'fresh_sign_in_required', detail: 'x', type: '', title: '' };
    await page.route('**/api/user/email', (route) =>
      route.fulfill({ status: 403, json: { ...stale, request_id: '' } }),
    );
    await change.getByLabel('New email').fill(newAddress());
    await change.getByLabel('New email').press('Enter');
    await expect(change.getByRole('button', { name: 'Sign in again' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    trouble.expect(/401 /);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(
      page.getByText('Your account and everything in it has been deleted.'),
    ).toBeVisible();
  },
);
