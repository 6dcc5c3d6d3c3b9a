import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

const dialog = '[role="dialog"]';

test('the profile is accessible', oneLayout, async ({ page, people }) => {
  await openAs(people.household, page, '/profile');
  await expect(regionNamed(page, 'Devices').getByText('This device')).toBeVisible();
  await expect(regionNamed(page, 'Linked institutions').getByText('Harbor Savings')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
  await expectAccessible(page, 'the profile');
});

test('the forms of the profile are accessible', oneLayout, async ({ page, people }) => {
  await openAs(people.household, page, '/profile');
  await page.getByRole('button', { name: 'Change email' }).click();
  await dialogNamed(page, 'Change email').getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page, 'the email form, with errors', dialog);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('a new passphrase');
  await expectAccessible(page, 'the password form', dialog);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Link Google' }).click();
  await expect(page.getByText('Continue with Google')).toBeVisible();
  await expectAccessible(page, 'linking Google', dialog);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Our access to Harbor Savings will be revoked.')).toBeVisible();
  await expectAccessible(page, 'the account deletion dialog', dialog);
});

test(
  'the profile with failed calls is accessible',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/500 .*\/api\//);
    await page.route(/\/api\/(user\/(sessions|activity|identities)|institutions)$/, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await openAs(people.household, page, '/profile');
    await expect(page.getByRole('alert').filter({ hasText: "couldn't be loaded" })).toHaveCount(4);
    await expectAccessible(page, 'the profile with errors');
  },
);

test(
  'the institutions and accounts in the settings are accessible',
  oneLayout,
  async ({ page, people }) => {
    await openAs(people.household, page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Institutions' }).click();
    await expect(
      page.getByRole('tabpanel', { name: 'Institutions' }).getByText('Harbor Savings'),
    ).toBeVisible();
    await expectAccessible(page, 'the institutions', dialog);
    await page.getByRole('tab', { name: 'Accounts' }).click();
    await expect(
      page.getByRole('tabpanel', { name: 'Accounts' }).getByText('Harbor Savings').first(),
    ).toBeVisible();
    await expectAccessible(page, 'the accounts', dialog);
  },
);

test("a free user's profile and settings are accessible", oneLayout, async ({ page, people }) => {
  await openAs(people.free, page, '/profile');
  await expect(regionNamed(page, 'Devices').getByText('This device')).toBeVisible();
  await expectAccessible(page, "a free user's profile");
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await expectAccessible(page, 'the benefits of a subscription', dialog);
});
