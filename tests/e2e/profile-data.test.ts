import { readFile } from 'node:fs/promises';
import { signIn, testPassword } from '../support/test-client.ts';
import { expect, oneLayout, openAs, test } from './journey.ts';
import { freePerson, paidPerson, product } from './person.ts';
import { dialogNamed, region } from './profile-parts.ts';

test(
  'the data comes as a zip, and a failed download says so',
  oneLayout,
  async ({ page, trouble }) => {
    await openAs(await freePerson(), page, '/profile');
    const data = region(page, 'Your data');
    const start = data.getByRole('button', { name: 'Download my data' });
    await page.route('**/api/user/export', (route) => route.abort());
    trouble.expect(/ERR_FAILED.*\/user\/export/);
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
  'an account goes only when its address and password are typed, and then for good',
  oneLayout,
  async ({ page, trouble }) => {
    const person = await paidPerson();
    await person.api.link({ username: 'user_good', password: 'pass_good' });
    await openAs(person, page, '/profile#delete');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    const goes = dialog.getByRole('list', { name: 'What this does' });
    await expect(goes).toContainText(/\d+ accounts and [\d,]+ transactions are deleted\./);
    await expect(goes).toContainText('Our access to Harbor Savings is revoked.');
    await expect(goes).toContainText('Your paid access ends.');
    const final = dialog.getByRole('button', { name: 'Delete for good' });
    const typed = dialog.getByLabel(`Type ${person.email} to confirm`);
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(final).toBeDisabled();
    await typed.fill(person.email.slice(0, -1));
    await password.fill('not the password');
    await expect(final).toBeDisabled();
    await typed.fill(person.email);
    trouble.expect(/403 .*\/api\/user/);
    await final.click();
    await expect(dialog.getByText('That is not your current password.')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill(testPassword);
    // Whatever else was being asked for is refused from now on.
    trouble.expect(/401 /);
    await final.click();
    await expect(page).toHaveURL('/login');
    await expect(
      page.getByText('Your account and everything in it has been deleted.'),
    ).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(signIn(product, person.email, testPassword)).rejects.toThrow('401');
  },
);

test(
  'what could not be loaded says so and is asked for again',
  oneLayout,
  async ({ page, people, trouble }) => {
    trouble.expect(/500 .*\/api\//);
    const calls = /\/api\/(user\/(sessions|activity|identities|deletion)|institutions)$/;
    await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    await openAs(people.household, page, '/profile');
    const failed = page.getByRole('alert').filter({ hasText: /could(n't| not) be loaded/ });
    await expect(failed).toHaveCount(4);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = dialogNamed(page, 'Delete your account');
    await expect(dialog.getByText('What would be deleted could not be loaded')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeDisabled();
    await page.unroute(calls);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByText('Our access to Harbor Savings is revoked.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused();
    for (const section of ['Ways to sign in', 'Linked institutions', 'Devices', 'Activity']) {
      await region(page, section).getByRole('button', { name: 'Retry' }).click();
    }
    await expect(failed).toHaveCount(0);
    await expect(region(page, 'Linked institutions').getByText('Harbor Savings')).toBeVisible();
    await expect(region(page, 'Devices').getByText('This device')).toBeVisible();
  },
);
