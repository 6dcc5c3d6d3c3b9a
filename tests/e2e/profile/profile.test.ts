import type { Page } from '@playwright/test';
import { signIn, testPassword } from '../../support/requests/test-client.ts';
import { waitForEmailedLink } from '../entry/emailed-link.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { freePerson, newEmail, type Person, personFromToken, product } from '../support/person.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

/** Signs a person in on another device. */
const signInElsewhere = ({ email }: Person) => signIn(product, email, testPassword);

test(
  'the profile of a free user offers the upgrade, email verification, and logging out',
  oneLayout,
  async ({ page }) => {
    const { email } = await openFree(page);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(regionNamed(page, 'Email').getByText(email)).toBeVisible();
    await expect(
      regionNamed(page, 'Subscription').getByText('Free', { exact: true }),
    ).toBeVisible();
    // The institutions of paid users aren't shown.
    await expect(regionNamed(page, 'Linked institutions')).toHaveCount(0);
    await regionNamed(page, 'Subscription')
      .getByRole('button', { name: 'Upgrade Account' })
      .click();
    const modal = dialogNamed(page, 'Upgrade your account for all features');
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await expect(modal).toBeHidden();
    await regionNamed(page, 'Email').getByRole('button', { name: 'Verify Email' }).click();
    await expect(page).toHaveURL('/profile/email/validate');
    await page.goBack();
    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/logout');
  },
);

async function openFree(page: Page): Promise<Person> {
  const person = await freePerson();
  await openAs(person, page);
  return person;
}

test(
  'a new email address requires the password and takes effect once its link is opened',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await freePerson();
    const next = newEmail();
    await openAs(person, page, '/profile');
    await regionNamed(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    const dialog = dialogNamed(page, 'Change email');
    const field = dialog.getByLabel('New email');
    const send = dialog.getByRole('button', { name: 'Send email' });
    await expect(field).toBeFocused();
    await field.fill('no address');
    await send.click();
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
    await field.fill(person.email.toUpperCase());
    await expect(dialog.getByText('This is already your email address')).toBeVisible();
    await field.fill(next);
    await send.click();
    await expect(dialog.getByText('Please enter your password')).toBeVisible();
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    browserErrors.allow(/403 .*\/user\/email/);
    await password.fill('not the password');
    await password.press('Enter');
    await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill(testPassword);
    await password.press('Enter');
    await expect(dialog.getByText('Check your inbox')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    await expect(regionNamed(page, 'Email').getByText(person.email)).toBeVisible();
    await expect(regionNamed(page, 'Activity').getByText('Email change requested')).toBeVisible();

    await page.goto(await waitForEmailedLink(next));
    await expect(
      page.getByRole('heading', { name: 'Your email address is verified' }),
    ).toBeVisible();
    await page.goto('/profile');
    await expect(regionNamed(page, 'Email').getByText(next)).toBeVisible();
    await expect(regionNamed(page, 'Email').getByText('Validated')).toBeVisible();
  },
);

test(
  'a new password signs out all other devices, which can sign in again',
  oneLayout,
  async ({ page, browser, browserErrors }) => {
    const person = await freePerson();
    await openAs(person, page, '/profile');
    const otherContext = await browser.newContext();
    const other = await otherContext.newPage();
    const token = await signInElsewhere(person);
    await openAs(personFromToken({ email: person.email, token }), other, '/profile#devices');
    await expect(
      regionNamed(other, 'Devices').getByRole('button', { name: 'Sign out all others' }),
    ).toBeVisible();

    await regionNamed(page, 'Password').getByRole('button', { name: 'Change password' }).click();
    const dialog = dialogNamed(page, 'Change password');
    const current = dialog.getByLabel('Current password', { exact: true });
    const next = dialog.getByLabel('New password', { exact: true });
    const change = dialog.getByRole('button', { name: 'Change password' });
    await expect(current).toBeFocused();
    await current.fill('not the password');
    await expect(change).toBeDisabled();
    await next.fill('aaaaaaaaaaaa');
    await next.press('Tab');
    await expect(
      dialog.getByText(
        'Password must be at least 10 characters long with more than 6 unique characters',
      ),
    ).toBeVisible();
    await expect(change).toBeDisabled();
    await next.fill('another long passphrase');
    await expect(dialog.getByText(': met')).toHaveCount(2);
    browserErrors.allow(/403 .*\/user\/password/);
    await change.click();
    await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
    await expect(current).toBeFocused();
    await current.fill(testPassword);
    await current.press('Enter');
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(regionNamed(page, 'Password').getByRole('button')).toBeFocused();
    await expect(regionNamed(page, 'Devices').getByRole('listitem')).toHaveCount(1);

    // The other device notices automatically: the server closes its event stream.
    await expect(other).toHaveURL(/\/login\?next=%2Fprofile/);
    await expect(
      other.getByText('You were signed out. Log in to continue where you left off.'),
    ).toBeVisible();
    await other.getByLabel('Username').fill(person.email);
    await other.getByLabel('Password', { exact: true }).fill('another long passphrase');
    await other.getByLabel('Password', { exact: true }).press('Enter');
    await expect(other).toHaveURL('/profile#devices');
    await otherContext.close();
  },
);

test('one device can be signed out, then all others', oneLayout, async ({ page }) => {
  const person = await freePerson();
  const [first, second] = [
    await signInElsewhere(person),
    await signInElsewhere(person),
    await signInElsewhere(person),
  ];
  await openAs(person, page, '/profile');
  const devices = regionNamed(page, 'Devices');
  await expect(devices.getByRole('listitem')).toHaveCount(4);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expect(devices.getByRole('listitem').first().getByRole('button')).toHaveCount(0);
  await devices
    .getByRole('listitem')
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(page.getByText(/was signed out$/)).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(3);

  await devices.getByRole('button', { name: 'Sign out all others' }).click();
  const dialog = dialogNamed(page, 'Sign out all other devices?');
  await expect(dialog).toContainText('2 other devices will have to sign in again.');
  await dialog.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('All other devices were signed out')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const token of [first, second]) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${product.url}/api/user/me`, { headers })).status).toBe(401);
  }
  await expect(regionNamed(page, 'Activity').getByText('Device signed out').first()).toBeVisible();
});

test(
  'the activity shows a few entries at first and loads more page by page',
  oneLayout,
  async ({ page }) => {
    const person = await freePerson();
    for (let count = 0; count < 52; count += 4) {
      // Only a few at once, because each sign-in hashes a password.
      await Promise.all(Array.from({ length: 4 }, () => signInElsewhere(person)));
    }
    await openAs(person, page, '/profile');
    const activity = regionNamed(page, 'Activity');
    const entries = activity.getByRole('listitem');
    const more = activity.getByRole('button', { name: 'Show more' });
    await expect(entries).toHaveCount(8);
    await expect(entries.first()).toContainText('Signed in');
    await more.click();
    await expect(entries).toHaveCount(33);
    await expect(more).toBeFocused();
    await more.click();
    await expect(entries.nth(50)).toBeVisible();
    await expect(more).toBeHidden();
  },
);

test(
  'the links of the profile jump to its sections, also by keyboard',
  oneLayout,
  async ({ page, people }) => {
    await openAs(people.paid, page, '/profile');
    const links = page.getByRole('navigation', { name: 'On this page' });
    await expect(regionNamed(page, 'Devices').getByText('This device')).toBeVisible();
    await links.getByRole('link', { name: 'Delete account' }).press('Enter');
    await expect(page).toHaveURL('/profile#delete');
    await expect(regionNamed(page, 'Delete account')).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused();
  },
);
