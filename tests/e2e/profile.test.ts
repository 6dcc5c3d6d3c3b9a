import type { Page } from '@playwright/test';
import { signIn, testPassword } from '../support/test-client.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { linkMailedTo } from './mailed-link.ts';
import { freePerson, newAddress, type Person, personWith, product } from './person.ts';
import { dialogNamed, region } from './profile-parts.ts';

/** Signs a person in once more, as another device would. */
const otherDevice = ({ email }: Person) => signIn(product, email, testPassword);

test(
  'a free person reaches their profile, and from there the upgrade and the way out',
  oneLayout,
  async ({ page }) => {
    const { email } = await openFree(page);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(region(page, 'Email').getByText(email)).toBeVisible();
    await expect(region(page, 'Subscription').getByText('Free', { exact: true })).toBeVisible();
    // What only paid people have is not even asked for.
    await expect(region(page, 'Linked institutions')).toHaveCount(0);
    await region(page, 'Subscription').getByRole('button', { name: 'Upgrade Account' }).click();
    const modal = dialogNamed(page, 'Upgrade your account for all features');
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await expect(modal).toBeHidden();
    await region(page, 'Email').getByRole('button', { name: 'Verify Email' }).click();
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
  'a new email counts once its mail was followed, and the password is asked for it',
  oneLayout,
  async ({ page, trouble }) => {
    const person = await freePerson();
    const next = newAddress();
    await openAs(person, page, '/profile');
    await region(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    const dialog = dialogNamed(page, 'Change email');
    const field = dialog.getByLabel('New email');
    const send = dialog.getByRole('button', { name: 'Send the mail' });
    await expect(field).toBeFocused();
    await field.fill('no address');
    await send.click();
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
    await field.fill(person.email.toUpperCase());
    await expect(dialog.getByText('This is your address already')).toBeVisible();
    await field.fill(next);
    await send.click();
    await expect(dialog.getByText('Please enter your password')).toBeVisible();
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    trouble.expect(/403 .*\/user\/email/);
    await password.fill('not the password');
    await password.press('Enter');
    await expect(dialog.getByText('That is not your current password.')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill(testPassword);
    await password.press('Enter');
    await expect(dialog.getByText('Check your inbox')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    await expect(region(page, 'Email').getByText(person.email)).toBeVisible();
    await expect(
      region(page, 'Activity').getByText('A change of the email was asked for'),
    ).toBeVisible();

    await page.goto(await linkMailedTo(next));
    await expect(
      page.getByRole('heading', { name: 'Your email address is verified' }),
    ).toBeVisible();
    await page.goto('/profile');
    await expect(region(page, 'Email').getByText(next)).toBeVisible();
    await expect(region(page, 'Email').getByText('Validated')).toBeVisible();
  },
);

test(
  'a new password ends every other session, which is told why and comes back',
  oneLayout,
  async ({ page, browser, trouble }) => {
    const person = await freePerson();
    await openAs(person, page, '/profile');
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const token = await otherDevice(person);
    await openAs(personWith({ email: person.email, token }), other, '/profile#devices');
    await expect(
      region(other, 'Devices').getByRole('button', { name: 'End all others' }),
    ).toBeVisible();

    await region(page, 'Password').getByRole('button', { name: 'Change password' }).click();
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
    trouble.expect(/403 .*\/user\/password/);
    await change.click();
    await expect(dialog.getByText('That is not your current password.')).toBeVisible();
    await expect(current).toBeFocused();
    await current.fill(testPassword);
    await current.press('Enter');
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(region(page, 'Password').getByRole('button')).toBeFocused();
    await expect(region(page, 'Devices').getByRole('listitem')).toHaveCount(1);

    // It learns of it by itself: the server ends the events that it follows.
    await expect(other).toHaveURL(/\/login\?next=%2Fprofile/);
    await expect(
      other.getByText('You were signed out. Log in to go on where you were.'),
    ).toBeVisible();
    await other.getByLabel('Username').fill(person.email);
    await other.getByLabel('Password', { exact: true }).fill('another long passphrase');
    await other.getByLabel('Password', { exact: true }).press('Enter');
    await expect(other).toHaveURL('/profile#devices');
    await elsewhere.close();
  },
);

test('devices: one is ended, then all others', oneLayout, async ({ page }) => {
  const person = await freePerson();
  const [first, second] = [
    await otherDevice(person),
    await otherDevice(person),
    await otherDevice(person),
  ];
  await openAs(person, page, '/profile');
  const devices = region(page, 'Devices');
  await expect(devices.getByRole('listitem')).toHaveCount(4);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expect(devices.getByRole('listitem').first().getByRole('button')).toHaveCount(0);
  await devices.getByRole('listitem').nth(1).getByRole('button', { name: /^End/ }).click();
  await expect(page.getByText(/was signed out$/)).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(3);

  await devices.getByRole('button', { name: 'End all others' }).click();
  const dialog = dialogNamed(page, 'End all other sessions?');
  await expect(dialog).toContainText('2 other devices will have to sign in again.');
  await dialog.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('Every other device was signed out')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  for (const token of [first, second]) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${product.url}/api/user/me`, { headers })).status).toBe(401);
  }
  await expect(region(page, 'Activity').getByText('A session was ended').first()).toBeVisible();
});

test(
  'the activity shows a handful, and more on demand, page by page',
  oneLayout,
  async ({ page }) => {
    const person = await freePerson();
    for (let made = 0; made < 52; made += 4) {
      // More at once would look like guessing.
      await Promise.all(Array.from({ length: 4 }, () => otherDevice(person)));
    }
    await openAs(person, page, '/profile');
    const activity = region(page, 'Activity');
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

test('links lead to the sections, by keyboard too', oneLayout, async ({ page, people }) => {
  await openAs(people.paid, page, '/profile');
  const links = page.getByRole('navigation', { name: 'On this page' });
  await expect(region(page, 'Devices').getByText('This device')).toBeVisible();
  await links.getByRole('link', { name: 'Delete account' }).press('Enter');
  await expect(page).toHaveURL('/profile#delete');
  await expect(region(page, 'Delete account')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused();
});
