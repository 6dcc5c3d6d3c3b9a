import { recurringPerson } from '../support/recurring-person.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, openAs, test } from './journey.ts';
import { type Person, paidPerson } from './person.ts';

const zone = { headers: { 'x-time-zone': 'UTC' } };

/** Someone of their own, with streams of every kind; seen from today all of them are long past. */
async function someone(): Promise<Person> {
  const person = await paidPerson();
  await person.api.link(recurringPerson);
  return person;
}

test('what repeats is on the list, in the calendar and on the dashboard', async ({
  page,
  people,
  wide,
}) => {
  const { api } = people.household;
  const list = await api.reply('POST /user/plaid/recurring_txs', zone);
  await openAs(people.household, page, '/recurringTx');
  const remaining = page.getByRole('region', { name: 'Estimated remaining' });
  await expect(remaining).toContainText(list.estimated_remaining.toFixed(2).split('.')[1] ?? '');
  const rows = page.getByRole('region', { name: 'Recurring' }).getByRole('listitem');
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(rows).toHaveCount(list.recurring.length);
  await expect(page).toHaveURL('/recurringTx?show=all');
  await page.getByRole('tab', { name: 'Later' }).click();
  await expect(rows).toHaveCount(list.later.length);
  const calendar = wide
    ? page.getByRole('table', { name: 'What is due on each day of this month' })
    : page.getByRole('list', { name: 'What is due on each day of this week' });
  await expect(calendar.locator('[aria-current="date"]')).toHaveCount(1);
  if (!wide) await expect(calendar.getByRole('time')).toHaveCount(7);
  await expectAccessible(page, 'what repeats');

  await page.goto('/');
  const preview = page.getByRole('region', { name: 'Recurring' });
  // Below the fold it comes when it is scrolled to.
  await page.getByRole('link', { name: 'Show more transactions' }).scrollIntoViewIfNeeded();
  await expect(preview).toContainText('Estimated remaining this month');
  const link = preview.getByRole('link', { name: 'Show all' });
  await link.click();
  await expect(page).toHaveURL('/recurringTx');
});

test('a transaction leads to its stream, which is named, sorted, confirmed, dismissed and brought back', async ({
  page,
}) => {
  const person = await someone();
  await openAs(person, page, '/transactions?search=rent');
  await page.getByRole('button', { name: /^RENT/ }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'SUBSCRIPTION' }).click();
  await expect(page).toHaveURL(/\/recurringTx\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'RENT', level: 1 })).toBeVisible();
  const about = page.getByRole('region', { name: 'About it', exact: true });
  await expect(about).toContainText('Every month');
  await expect(about).toContainText('$1,500.00');
  await expect(about.getByRole('link', { name: /^Everyday/ })).toHaveAttribute(
    'href',
    /^\/account\//,
  );
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText('3 so far, $4,450.00 in all.');
  await expect(payments).toContainText('$50.00 more');
  await payments.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toContainText('Original description');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByLabel('Your name for it').fill('The flat');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'The flat', level: 1 })).toBeVisible();
  await page.getByRole('radio', { name: 'Bill' }).click();
  await expect(about).toContainText('Bill');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(about).toContainText('Confirmed');
  await expectAccessible(page, 'a stream');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(about).toContainText('Dismissed');
  await page.reload();
  await expect(about).toContainText('None: you dismissed it');
  await page.getByRole('button', { name: 'Undo dismissal' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss', exact: true })).toBeVisible();
});

test('a stream that is not there says so, and one that cannot be changed keeps what was typed', async ({
  page,
  people,
  trouble,
}) => {
  trouble.expect(/404 .*\/recurringtx\//);
  trouble.expect(/500 .*\/recurringtx\//);
  await openAs(people.household, page, '/recurringTx/nothing');
  await expect(page.getByText("We couldn't find this recurring transaction")).toBeVisible();
  await page.getByRole('link', { name: 'All recurring transactions' }).click();
  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByRole('region', { name: 'Recurring' }).getByRole('link').first().click();
  await page.route('**/api/user/recurringtx/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  );
  await page.getByLabel('Your name for it').fill('Never saved');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('went wrong');
  await expect(page.getByLabel('Your name for it')).toHaveValue('Never saved');
});
