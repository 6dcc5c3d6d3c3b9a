import { type Payments, seconds } from './payments.ts';
import type { TestClient } from './test-client.ts';

/** A user who makes purchases at the sandbox's payment provider. */
export interface Buyer {
  client: TestClient;
  id: string;
  email: string;
  /** Triggers an event at the payment provider, and waits until it is processed. */
  happens(action: string, body?: object): Promise<void>;
  /** Fetches the subscription. */
  subscription(): Promise<Awaited<ReturnType<typeof fetchSubscription>>>;
  /** Resolves to true if paid calls succeed. */
  isOpen(): Promise<boolean>;
}

const fetchSubscription = (client: TestClient) => client.reply('GET /billing/subscription');

/** Signs up a user without purchases. */
export async function newBuyer(payments: Payments): Promise<Buyer> {
  const { client, id } = await payments.newUser();
  const { username: email } = await client.reply('GET /user/me');
  return {
    client,
    id,
    email,
    happens: (action, body) => payments.happens(action, id, body),
    subscription: () => fetchSubscription(client),
    isOpen: async () => (await client.call('GET /user/accounts')).status === 200,
  };
}

/** Signs up a user and completes a purchase. */
export async function buyerOf(
  payments: Payments,
  plan: 'yearly' | 'lifetime',
  options: object = {},
): Promise<Buyer> {
  const buyer = await newBuyer(payments);
  await buyer.happens('complete', { plan, ...options });
  return buyer;
}

/** Days until an instant, rounded. */
export const daysUntil = (instant: string | null): number =>
  Math.round((Date.parse(instant ?? '') / 1_000 - seconds()) / 86_400);
