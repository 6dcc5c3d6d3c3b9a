import type { Page } from '@playwright/test';
import { enrollTotp, MovableClock } from '../../support/requests/second-factors.ts';
import { testPassword } from '../../support/requests/test-client.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs } from '../support/journey.ts';
import { freePerson } from '../support/person.ts';
import { test, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

const passkeys = (page: Page) => regionNamed(page, 'Passkeys');
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

/** Adds a passkey on the profile. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await passkeys(page).getByRole('button', { name: 'Add passkey' }).click();
  const dialog = dialogNamed(page, 'Add a passkey');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added', { exact: true }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Signs out. The sign-in page suggests passkeys, so the authenticator doesn't respond from now on. */
async function signOut(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await authenticator.setUserPresent(false);
  const suggested = page.waitForResponse('**/api/auth/passkey/options');
  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/login/);
  await suggested;
}

async function pressPasskeyButton(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await authenticator.setUserPresent(true);
  await signInButton(page).click();
}

test('a passkey is added, signs in alone, is renamed and removed, and then no longer signs in', async ({
  page,
  authenticator,
  browserErrors,
}) => {
  const person = await freePerson();
  await openAs(person, page, '/profile');
  await expect(passkeys(page)).toContainText('fingerprint, face, or screen lock');
  await passkeys(page).getByRole('button', { name: 'Add passkey' }).click();
  await expectAccessible(page, 'the dialog that adds a passkey', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await addPasskey(page, 'My phone');
  expect(await authenticator.countPasskeys()).toBe(1);
  await expect(passkeys(page).getByRole('listitem')).toHaveText(
    /^My phoneSyncedNot used yet · added /,
  );
  await expect(regionNamed(page, 'Activity')).toContainText('Passkey added · My phone');
  await expectAccessible(page, 'the passkeys', '#passkeys');

  await signOut(page, authenticator);
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn');
  await expectAccessible(page, 'the sign-in page');
  await pressPasskeyButton(page, authenticator);
  await expect(page).toHaveURL('/');
  await page.goto('/profile');
  await expect(passkeys(page)).toContainText('Last used just now');
  await expect(regionNamed(page, 'Activity')).toContainText('with the passkey "My phone"');

  await passkeys(page).getByRole('button', { name: 'Rename My phone' }).click();
  const rename = dialogNamed(page, 'Rename passkey');
  await rename.getByLabel('Name', { exact: true }).fill('Old phone');
  await rename.getByLabel('Name', { exact: true }).press('Enter');
  await expect(rename).toBeHidden();
  await passkeys(page).getByRole('button', { name: 'Remove Old phone' }).click();
  const remove = dialogNamed(page, 'Remove Old phone?');
  await expectAccessible(page, 'the dialog that removes a passkey', '[role="dialog"]');
  await remove.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Old phone was removed')).toBeVisible();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(0);

  await signOut(page, authenticator);
  browserErrors.allow(/401 .*\/auth\/passkey/);
  await pressPasskeyButton(page, authenticator);
  await expect(page.getByRole('alert')).toHaveText(
    "This passkey doesn't sign in to any account here. It may have been removed. Sign in another way.",
  );
  await expect(page).toHaveURL(/\/login/);
});

test('the browser suggests a passkey in the username field, which signs in without a press', async ({
  page,
  authenticator,
}) => {
  await openAs(await freePerson(), page, '/profile');
  await addPasskey(page, 'My laptop');
  await signOut(page, authenticator);
  // Chromium's virtual authenticator chooses the suggested passkey as soon as it responds.
  await authenticator.setUserPresent(true);
  await page.goto('/login?next=%2Fprofile');
  await expect(page).toHaveURL('/profile');
  await expect(passkeys(page)).toContainText('Last used just now');
});

test(
  'a passkey is the second step after the password, and confirms a change',
  oneLayout,
  async ({ page, authenticator, browserErrors }) => {
    const person = await freePerson();
    await openAs(person, page, '/profile');
    await addPasskey(page, 'My laptop');
    await enrollTotp(person.api, new MovableClock());
    await signOut(page, authenticator);
    browserErrors.allow(/401 .*\/auth\/token/);
    await page.getByLabel('Username').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Use your authenticator app' })).toBeVisible();
    await expectAccessible(page, 'the second step with a passkey');
    await authenticator.setUserPresent(true);
    await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
    await expect(page).toHaveURL('/');

    // The first call gets the response that the server sends if the sign-in was long ago. Later calls reach the server.
    browserErrors.allow(/403 .*\/user\/passkeys/);
    await page.route(
      /\/api\/user\/passkeys\/[^/]+$/,
      (route) => {
        const problem = { code: 'step_up_required', status: 403, factors: ['passkey', 'totp'] };
        const otherFields = { type: '', title: '', detail: '', request_id: '' };
        return route.fulfill({ status: 403, json: { ...problem, ...otherFields } });
      },
      { times: 1 },
    );
    await page.goto('/profile');
    await passkeys(page).getByRole('button', { name: 'Remove My laptop' }).click();
    await dialogNamed(page, 'Remove My laptop?')
      .getByRole('button', { name: 'Remove passkey' })
      .click();
    const stepUp = dialogNamed(page, "Confirm that it's you");
    await expectAccessible(page, 'the step-up with a passkey', '[role="dialog"]');
    await stepUp.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('My laptop was removed')).toBeVisible();
  },
);

test(
  'a failed attempt to add a passkey is explained, and changes nothing',
  oneLayout,
  async ({ page, authenticator }) => {
    await openAs(await freePerson(), page, '/profile');
    await addPasskey(page, 'My laptop');
    await passkeys(page).getByRole('button', { name: 'Add passkey' }).click();
    const dialog = dialogNamed(page, 'Add a passkey');
    const submit = dialog.getByRole('button', { name: 'Continue' });
    await submit.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'This device or password manager already has a passkey for your account.',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);

    await signOut(page, authenticator);
    // Otherwise, the suggestion after the failure would sign in before the second press.
    await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await authenticator.setUserVerified(false);
    await pressPasskeyButton(page, authenticator);
    await expect(page.getByRole('alert')).toHaveText(
      'You canceled, or it took too long. Nothing has changed.',
    );
    await authenticator.setUserVerified(true);
    await signInButton(page).click();
    await expect(page).toHaveURL('/');
  },
);

test('in a browser without passkeys, the app does not offer them', oneLayout, async ({ page }) => {
  await page.addInitScript('delete window.PublicKeyCredential');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(signInButton(page)).toHaveCount(0);
  await openAs(await freePerson(), page, '/profile');
  await expect(passkeys(page)).toContainText("This browser can't create passkeys");
  await expect(passkeys(page).getByRole('button', { name: 'Add passkey' })).toHaveCount(0);
});
