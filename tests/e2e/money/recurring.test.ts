import { recurringPerson } from '../../support/bank/recurring-person.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { type Person, paidPerson } from '../support/person.ts';

const utc = { headers: { 'x-time-zone': 'UTC' } };

/** A new user with streams of every kind, all of them in the past. */
async function newRecurringPerson(): Promise<Person> {
  const person = await paidPerson();
  await person.api.linkBank(recurringPerson);
  return person;
}

test('recurring payments appear in the lists, the calendar, and the dashboard', async ({
  page,
  people,
  isWide,
}) => {
  const { api } = people.household;
  const list = await api.request('POST /user/plaid/recurring_txs', utc);
  await openAs(people.household, page, '/recurringTx');
  const remaining = page.getByRole('region', { name: 'Estimated remaining' });
  await expect(remaining).toContainText(list.estimated_remaining.toFixed(2).split('.')[1] ?? '');
  const rows = page.getByRole('region', { name: 'Recurring' }).getByRole('listitem');
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(rows).toHaveCount(list.recurring.length);
  await expect(page).toHaveURL('/recurringTx?show=all');
  await page.getByRole('tab', { name: 'Later' }).click();
  await expect(rows).toHaveCount(list.later.length);
  const calendar = isWide
    ? page.getByRole('table', { name: 'Payments due this month' })
    : page.getByRole('list', { name: 'Payments due this week' });
  await expect(calendar.locator('[aria-current="date"]')).toHaveCount(1);
  if (!isWide) await expect(calendar.getByRole('time')).toHaveCount(7);
  await expectAccessible(page, 'the recurring screen');

  await page.goto('/');
  const preview = page.getByRole('region', { name: 'Recurring' });
  if (!isWide) await page.getByRole('button', { name: 'Show budget and more' }).click();
  // Below the fold, the card loads when it is scrolled into view.
  await page.getByRole('link', { name: 'Show more transactions' }).scrollIntoViewIfNeeded();
  await expect(preview).toContainText('Estimated remaining this month');
  const link = preview.getByRole('link', { name: 'Show all' });
  await link.click();
  await expect(page).toHaveURL('/recurringTx');
});

test('a transaction links to its stream, which can be named, typed, confirmed, and dismissed', async ({
  page,
}) => {
  const person = await newRecurringPerson();
  await openAs(person, page, '/transactions?search=rent');
  await page.getByRole('button', { name: /^RENT/ }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'SUBSCRIPTION' }).click();
  await expect(page).toHaveURL(/\/recurringTx\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'RENT', level: 1 })).toBeVisible();
  const details = page.getByRole('region', { name: 'Details', exact: true });
  await expect(details).toContainText('Monthly');
  await expect(details).toContainText('$1,500.00');
  await expect(details.getByRole('link', { name: /^Everyday/ })).toHaveAttribute(
    'href',
    /^\/account\//,
  );
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText('3 payments so far, $4,450.00 total.');
  await expect(payments).toContainText('$50.00 more');
  await payments.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toContainText('Original description');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByLabel('Name', { exact: true }).fill('The apartment');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'The apartment', level: 1 })).toBeVisible();
  await page.getByRole('radio', { name: 'Bill' }).click();
  await expect(details).toContainText('Bill');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(details).toContainText('Confirmed');
  await expectAccessible(page, 'a stream');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(details).toContainText('Dismissed');
  await expect(details).not.toContainText('Confirmed');
  await page.reload();
  await expect(details).toContainText('None (dismissed)');
  await page.getByRole('button', { name: 'Undo dismissal' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss', exact: true })).toBeVisible();
});

test('an unknown stream shows an error and a link to all streams', async ({
  page,
  people,
  browserErrors,
}) => {
  browserErrors.allow(/404 .*\/recurringtx\//);
  await openAs(people.household, page, '/recurringTx/nothing');
  await expect(page.getByText("We couldn't find this recurring transaction")).toBeVisible();
  await page.getByRole('link', { name: 'All recurring transactions' }).click();
  await expect(page).toHaveURL('/recurringTx');
});
