import { workedExample } from '../../support/bank/worked-example.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, openAs, test } from '../support/journey.ts';
import { freePerson, paidPerson, product } from '../support/person.ts';

test('a late response from before a sync is replaced after the sync', async ({ page }) => {
  const person = await paidPerson();
  const item = await person.api.linkBank(workedExample(Temporal.Now.plainDateISO('UTC')));
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    '**/api/user/currentspending',
    async (route) => {
      const response = await route.fetch();
      requested.resolve();
      await released.promise;
      // The page may have canceled the request by now.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await openAs(person, page);
  await requested.promise;
  const refetched = page.waitForRequest('**/api/user/currentspending');
  await product.sandbox.control(`items/${item}/activity`, {
    transactions: [{ amount: 50, description: 'Corner Market' }],
  });
  await refetched;
  released.resolve();
  const spending = page.getByRole('region', { name: 'Spending this month' });
  await expect(spending.getByText('$1,760.60').first()).toBeVisible();
});

test('a late response from before a payment does not lock the user out', async ({ page }) => {
  const person = await freePerson();
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    '**/api/user/me',
    async (route) => {
      const response = await route.fetch();
      requested.resolve();
      await released.promise;
      // The page may have canceled the request by now.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await openAs(person, page);
  await requested.promise;
  const { id } = await person.api.request('GET /user/me');
  await product.sandbox.control('payments/complete', { client_reference_id: id, plan: 'yearly' });
  await eventually(
    async () => (await person.api.request('GET /user/me')).subscription_status === 'paid',
    'the payment is processed',
  );
  released.resolve();
  await expect(page).toHaveURL('/link');
});
