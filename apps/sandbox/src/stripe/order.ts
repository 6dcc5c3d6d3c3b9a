import type { Plan } from './plans.ts';

/** What the payment page (or a rehearsal) knows when somebody pays. `now` is in seconds since 1970. */
export type Order = {
  plan: Plan;
  clientReferenceId: string | null;
  email: string;
  name: string | null;
  appUrl: string;
  now: number;
  /** False for a payment method that settles later, or never. */
  paid?: boolean;
  /** Cents; other than the plan's price only to rehearse an app that must notice. */
  amount?: number;
  currency?: string;
};

/** What a checkout agreed on: `amount` in cents, whatever the plan says. */
export type Terms = {
  order: Order;
  customer: string;
  amount: number;
  currency: string;
  paid: boolean;
};
