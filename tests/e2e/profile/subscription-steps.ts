import type { BrowserContext, Page } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { expect } from '../support/journey.ts';
import { freePerson, type Person, product } from '../support/person.ts';

/** A person whose payments a test controls. */
export interface Customer extends Person {
  id: string;
}

/** Triggers a payment event for a customer at the sandbox's payment provider. */
export const triggerPaymentEvent = (
  event: string,
  { id }: Customer,
  options: object = {},
): Promise<unknown> =>
  product.sandbox.control(`payments/${event}`, { client_reference_id: id, ...options });

/** A customer who has just signed up. */
export async function newCustomer(): Promise<Customer> {
  const person = await freePerson();
  const { id } = await person.api.request('GET /user/me');
  return { ...person, id };
}

/** A customer with a new yearly subscription and a paid token. */
export async function yearlyCustomer(): Promise<Customer> {
  const customer = await newCustomer();
  await triggerPaymentEvent('complete', customer, { plan: 'yearly' });
  await waitForSubscription(customer, 'active');
  ({ access_token: customer.api.token } = await customer.api.request('POST /user/upgrade_token'));
  return customer;
}

/** Waits until the subscription is in the given state. */
export const waitForSubscription = ({ api }: Person, state: string) =>
  eventually(
    async () => (await api.request('GET /billing/subscription')).state === state,
    `the subscription is ${state}`,
  );

/** Counts the responses in all tabs whose path ends with `path`, from now on. */
export function countCalls(context: BrowserContext, path: string): () => number {
  let calls = 0;
  context.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith(path)) calls += 1;
  });
  return () => calls;
}

/** Pays with the test card on the payment provider's page. */
export async function payOnHostedPage(page: Page, price: string): Promise<void> {
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await page.getByLabel('Name on card').fill('Ada Tester');
  await page.getByRole('button', { name: price }).click();
  await page.waitForURL('**/signup/checkout**');
}

/** Expects the exact text of the upgrade screen. */
export async function expectUpgradeScreen(page: Page): Promise<void> {
  await expect(
    page.getByText(
      'You are currently a free user. Right now Cairn only accepts paid users. To access the full set of features, please upgrade to premium.',
      { exact: true },
    ),
  ).toBeVisible();
}
