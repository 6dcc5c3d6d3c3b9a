import { seconds, type startPayments } from './payments.ts';
import type { TestClient } from './test-client.ts';

type Payments = ReturnType<typeof startPayments>;

/** Somebody who buys, at a server whose payment provider is the sandbox. */
export interface Buyer {
  client: TestClient;
  id: string;
  email: string;
  /** Makes something happen at the payment provider, and waits until we know of it. */
  happens(what: string, body?: object): Promise<void>;
  /** What they have, as they are told. */
  subscription(): Promise<Awaited<ReturnType<typeof subscriptionOfClient>>>;
  /** Whether a call that has to be paid for is open to them. */
  isOpen(): Promise<boolean>;
}

const subscriptionOfClient = (client: TestClient) => client.reply('GET /billing/subscription');

/** Signs somebody up who has bought nothing yet. */
export async function newBuyer(payments: Payments): Promise<Buyer> {
  const { client, id } = await payments.newUser();
  const { username: email } = await client.reply('GET /user/me');
  return {
    client,
    id,
    email,
    happens: (what, body) => payments.happens(what, id, body),
    subscription: () => subscriptionOfClient(client),
    isOpen: async () => (await client.call('GET /user/accounts')).status === 200,
  };
}

/** Signs somebody up and has them buy. */
export async function buyerOf(
  payments: Payments,
  plan: 'yearly' | 'lifetime',
  terms: object = {},
): Promise<Buyer> {
  const buyer = await newBuyer(payments);
  await buyer.happens('complete', { plan, ...terms });
  return buyer;
}

/** In how many days an instant is, rounded. */
export const daysUntil = (instant: string | null): number =>
  Math.round((Date.parse(instant ?? '') / 1_000 - seconds()) / 86_400);
