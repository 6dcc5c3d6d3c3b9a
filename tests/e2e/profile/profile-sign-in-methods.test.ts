import type { Page } from '@playwright/test';
import { testPassword } from '../../support/requests/test-client.ts';
import { waitForEmailedLink } from '../entry/emailed-link.ts';
import { signInAtApple, signInAtGoogle, waitForGoogle } from '../entry/identity-providers.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { freePerson, newEmail } from '../support/person.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

const signInMethods = (page: Page) => regionNamed(page, 'Sign-in methods');

/** Makes the page treat the sign-in as old. Its requests still go to the server unchanged. */
async function ageSignIn(page: Page): Promise<void> {
  await page.route(/\/api\/user\/(identities|deletion)$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), fresh: false } });
  });
}

async function chooseGoogleAccount(page: Page, email: string): Promise<void> {
  const group = page.getByRole('group', { name: 'Continue with Google' });
  await waitForGoogle(page, group);
  await signInAtGoogle(page, () => group.click(), { email });
}

async function linkGoogle(page: Page, email: string): Promise<void> {
  await signInMethods(page).getByRole('button', { name: 'Link Google' }).click();
  await chooseGoogleAccount(page, email);
}

test(
  'Google can be linked, and later unlinked with the password',
  oneLayout,
  async ({ page, browserErrors }) => {
    const address = newEmail();
    await openAs(await freePerson(), page, '/profile');
    await expect(signInMethods(page).getByRole('listitem').first()).not.toContainText('Unlink');
    await linkGoogle(page, address);
    await expect(page.getByText('Google is linked', { exact: true })).toBeVisible();
    await expect(dialogNamed(page, 'Link Google')).toBeHidden();
    await expect(signInMethods(page)).toContainText(address);
    await expect(regionNamed(page, 'Activity')).toContainText(
      `Sign-in method linked · Google, ${address}`,
    );

    await ageSignIn(page);
    await page.reload();
    await signInMethods(page).getByRole('button', { name: 'Unlink Google' }).click();
    const dialog = dialogNamed(page, 'Unlink Google?');
    const unlink = dialog.getByRole('button', { name: 'Unlink Google' });
    await expect(unlink).toBeDisabled();
    const password = dialog.getByLabel('Your password', { exact: true });
    await password.fill('not the password');
    browserErrors.allow(/403 .*\/identities/);
    await unlink.click();
    await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
    await password.fill(testPassword);
    await password.press('Enter');
    await expect(page.getByText('Google is unlinked')).toBeVisible();
    await expect(signInMethods(page).getByRole('button', { name: 'Link Google' })).toBeVisible();
  },
);

test(
  'linking Google requires the password after an old sign-in, and fails for a Google account of another user',
  oneLayout,
  async ({ page, browserErrors }) => {
    const address = newEmail();
    await openAs(await freePerson(), page, '/profile');
    await linkGoogle(page, address);
    await expect(signInMethods(page)).toContainText(address);

    await openAs(await freePerson(), page, '/profile');
    await ageSignIn(page);
    await page.reload();
    await signInMethods(page).getByRole('button', { name: 'Link Google' }).click();
    const dialog = dialogNamed(page, 'Link Google');
    await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeDisabled();
    await dialog.getByLabel('Your password', { exact: true }).fill(testPassword);
    browserErrors.allow(/409 .*\/identities/);
    await chooseGoogleAccount(page, address);
    await expect(dialog.getByRole('alert')).toContainText(
      'already signs in to another Cairn account',
    );
    await page.keyboard.press('Escape');
    await expect(signInMethods(page)).toContainText('Not linked');
    await expect(signInMethods(page)).not.toContainText(address);
  },
);

test(
  'linking Apple requires a recent sign-in and returns to the profile',
  oneLayout,
  async ({ page }) => {
    const person = await freePerson();
    const address = newEmail();
    await openAs(person, page, '/profile');
    await ageSignIn(page);
    await signInMethods(page).getByRole('button', { name: 'Link Apple' }).click();
    const dialog = dialogNamed(page, 'Link Apple');
    await expect(dialog.getByRole('button', { name: 'Continue with Apple' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL('/login?next=%2Fprofile');
    await page.unroute(/\/api\/user\/(identities|deletion)$/);
    await page.getByLabel('Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/profile');
    await signInMethods(page).getByRole('button', { name: 'Link Apple' }).click();
    await dialog.getByRole('button', { name: 'Continue with Apple' }).click();
    await signInAtApple(page, { email: address });
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText('Apple linked', { exact: true })).toBeVisible();
    await expect(signInMethods(page)).toContainText(address);
    await signInMethods(page).getByRole('button', { name: 'Unlink Apple' }).click();
    // No reauthentication is needed right after signing in.
    await dialogNamed(page, 'Unlink Apple?').getByRole('button', { name: 'Unlink Apple' }).click();
    await expect(page.getByText('Apple is unlinked')).toBeVisible();
  },
);

test(
  'a user with Google only can get a password by email, and can delete the account without one',
  oneLayout,
  async ({ page, browserErrors }) => {
    const email = newEmail();
    await page.goto('/login');
    await waitForGoogle(page);
    await signInAtGoogle(page, () => page.getByText('Login with Google').click(), { email });
    await expect(page).toHaveURL('/');
    await page.goto('/profile');
    await expect(signInMethods(page)).toContainText('Your only sign-in method');
    await expect(signInMethods(page).getByRole('button', { name: 'Unlink Google' })).toHaveCount(0);
    const password = regionNamed(page, 'Password');
    await expect(password).toContainText("You don't have a password yet.");
    await password.getByRole('button', { name: 'Send email' }).click();
    await expect(password).toContainText('Email sent.');
    expect(await waitForEmailedLink(email)).toMatch(/\/resetpwd#code=/);

    await page.getByRole('button', { name: 'Change email' }).click();
    const change = dialogNamed(page, 'Change email');
    await expect(change.getByLabel('Your password', { exact: true })).toHaveCount(0);
    browserErrors.allow(/403 .*\/user\/email/);
    const stepUpRequired = {
      status: 403,
      code: 'step_up_required',
      detail: 'x',
      type: '',
      title: '',
    };
    await page.route('**/api/user/email', (route) =>
      route.fulfill({ status: 403, json: { ...stepUpRequired, request_id: '', factors: [] } }),
    );
    await change.getByLabel('New email').fill(newEmail());
    await change.getByLabel('New email').press('Enter');
    const again = dialogNamed(page, 'Sign in again first');
    await expect(again.getByRole('button', { name: 'Sign in again' })).toBeVisible();
    await again.getByRole('button', { name: 'Cancel' }).click();
    await expect(again).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(change).toBeHidden();

    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    browserErrors.allow(/401 /);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
  },
);
