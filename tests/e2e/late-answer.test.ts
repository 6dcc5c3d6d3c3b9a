import { eventually } from '../support/eventually.ts';
import { workedExample } from '../support/worked-example.ts';
import { expect, openAs, test } from './journey.ts';
import { freePerson, paidPerson, product } from './person.ts';

test('an answer from before a sync, late, does not stay on screen after it', async ({ page }) => {
  const person = await paidPerson();
  const item = await person.api.link(workedExample(Temporal.Now.plainDateISO('UTC')));
  const asked = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  await page.route(
    '**/api/user/currentspending',
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await arrives.promise;
      // By then the page has given the request up.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await openAs(person, page);
  await asked.promise;
  const askedAnew = page.waitForRequest('**/api/user/currentspending');
  await product.sandbox.control(`items/${item}/activity`, {
    transactions: [{ amount: 50, description: 'Corner Market' }],
  });
  await askedAnew;
  arrives.resolve();
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('$1,760.60').first()).toBeVisible();
});

test('what was asked before a payment, answered late, does not keep anybody out', async ({
  page,
}) => {
  const person = await freePerson();
  const asked = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  await page.route(
    '**/api/user/me',
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await arrives.promise;
      // By then the page has given the request up.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await openAs(person, page);
  await asked.promise;
  const { id } = await person.api.reply('GET /user/me');
  await product.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
  await eventually(
    async () => (await person.api.reply('GET /user/me')).subscription_status === 'paid',
    'the payment counts',
  );
  arrives.resolve();
  await expect(page).toHaveURL('/link');
});
