import { readFile } from 'node:fs/promises';
import { signIn, testPassword } from '../../support/requests/test-client.ts';
import { expect, oneLayout, openAs, test } from '../support/journey.ts';
import { freePerson, paidPerson, product } from '../support/person.ts';
import { dialogNamed, regionNamed } from './named-locators.ts';

test(
  "the user's data is downloaded as a zip, and a failed download shows an error",
  oneLayout,
  async ({ page, browserErrors }) => {
    await openAs(await freePerson(), page, '/profile');
    const data = regionNamed(page, 'Your data');
    const start = data.getByRole('button', { name: 'Download my data' });
    await page.route('**/api/user/export', (route) => route.abort());
    browserErrors.allow(/ERR_FAILED.*\/user\/export/);
    await start.click();
    await expect(data.getByRole('alert')).toContainText("Couldn't reach Cairn");
    await page.unroute('**/api/user/export');
    const [download] = await Promise.all([page.waitForEvent('download'), start.click()]);
    expect(download.suggestedFilename()).toBe('cairn-export.zip');
    expect(download.url()).toMatch(/^blob:/);
    const head = (await readFile(await download.path())).subarray(0, 2);
    expect(head.toString()).toBe('PK');
    await expect(page.getByText('Your data was downloaded').first()).toBeVisible();
    await expect(data.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'an account is deleted permanently once its address and password are typed',
  oneLayout,
  async ({ page, browserErrors }) => {
    const person = await paidPerson();
    await person.api.linkBank({ username: 'user_good', password: 'pass_good' });
    await openAs(person, page, '/profile#delete');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    const consequences = dialog.getByRole('list', { name: 'What happens' });
    await expect(consequences).toContainText(
      /\d+ accounts and [\d,]+ transactions will be deleted\./,
    );
    await expect(consequences).toContainText('Our access to Harbor Savings will be revoked.');
    await expect(consequences).toContainText('Your paid access will end.');
    const submit = dialog.getByRole('button', { name: 'Delete permanently' });
    const typed = dialog.getByLabel(`Type ${person.email} to confirm`);
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(submit).toBeDisabled();
    await typed.fill(person.email.slice(0, -1));
    await password.fill('not the password');
    await expect(submit).toBeDisabled();
    await typed.fill(person.email);
    browserErrors.allow(/403 .*\/api\/user/);
    await submit.click();
    await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill(testPassword);
    // Requests in flight are rejected once the account is deleted.
    browserErrors.allow(/401 /);
    await submit.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(signIn(product, person.email, testPassword)).rejects.toThrow('401');
  },
);

test(
  'profile sections that cannot be loaded show an error and can be retried',
  oneLayout,
  async ({ page, people, browserErrors }) => {
    browserErrors.allow(/500 .*\/api\//);
    const calls = /\/api\/(user\/(sessions|activity|identities|deletion)|institutions)$/;
    await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    await openAs(people.household, page, '/profile');
    const failed = page.getByRole('alert').filter({ hasText: "couldn't be loaded" });
    await expect(failed).toHaveCount(4);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    await expect(dialog.getByText("We couldn't load what will be deleted")).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
    await page.unroute(calls);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText('Our access to Harbor Savings will be revoked.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused();
    for (const section of ['Sign-in methods', 'Linked institutions', 'Devices', 'Activity']) {
      await regionNamed(page, section).getByRole('button', { name: 'Retry' }).click();
    }
    await expect(failed).toHaveCount(0);
    await expect(
      regionNamed(page, 'Linked institutions').getByText('Harbor Savings'),
    ).toBeVisible();
    await expect(regionNamed(page, 'Devices').getByText('This device')).toBeVisible();
  },
);
