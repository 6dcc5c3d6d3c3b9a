import type { TestClient } from '../requests/test-client.ts';
import { nowInSeconds, type Payments } from './payments.ts';

/** A user who makes purchases at the sandbox's payment provider. */
export interface Buyer {
  client: TestClient;
  id: string;
  email: string;
  /** Triggers an event at the payment provider, and waits until it is processed. */
  trigger(action: string, body?: object): Promise<void>;
  /** Fetches the subscription. */
  subscription(): Promise<Awaited<ReturnType<typeof fetchSubscription>>>;
  /** Resolves to true if paid calls succeed. */
  hasPaidAccess(): Promise<boolean>;
}

const fetchSubscription = (client: TestClient) => client.request('GET /billing/subscription');

/** Signs up a user without purchases. */
export async function createBuyer(payments: Payments): Promise<Buyer> {
  const { client, id } = await payments.newUser();
  const { username: email } = await client.request('GET /user/me');
  return {
    client,
    id,
    email,
    trigger: (action, body) => payments.trigger(action, id, body),
    subscription: () => fetchSubscription(client),
    hasPaidAccess: async () => (await client.call('GET /user/accounts')).status === 200,
  };
}

/** Signs up a user and completes a purchase. */
export async function createPayingBuyer(
  payments: Payments,
  plan: 'yearly' | 'lifetime',
  options: object = {},
): Promise<Buyer> {
  const buyer = await createBuyer(payments);
  await buyer.trigger('complete', { plan, ...options });
  return buyer;
}

/** Days until an instant, rounded. */
export const daysUntil = (instant: string | null): number =>
  Math.round((Date.parse(instant ?? '') / 1_000 - nowInSeconds()) / 86_400);
