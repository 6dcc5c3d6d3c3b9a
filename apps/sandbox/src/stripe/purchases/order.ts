import type { Plan } from '../plans.ts';

/** An order from the payment page or a control call. `now` is in seconds since 1970. */
export type Order = {
  plan: Plan;
  clientReferenceId: string | null;
  email: string;
  name: string | null;
  appUrl: string;
  now: number;
  /** False for a delayed payment method, which succeeds or fails later. */
  paid?: boolean;
  /** In cents. Differs from the plan's price only to test that the app notices. */
  amount?: number;
  currency?: string;
};

/** The terms of a checkout. `amount` is in cents and may differ from the plan's price. */
export type CheckoutTerms = {
  order: Order;
  customer: string;
  amount: number;
  currency: string;
  paid: boolean;
};
