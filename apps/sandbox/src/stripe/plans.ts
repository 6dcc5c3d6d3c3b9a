import type { Price } from './objects.ts';

/** A plan for sale. `amount` is in cents. */
export type Plan = {
  id: 'yearly' | 'lifetime';
  name: string;
  amount: number;
  currency: 'usd';
  /** How often the plan is charged. */
  billing: 'year' | 'once';
  price: string;
  product: string;
  paymentLink: string;
};

/** The two plans, by the last path segment of their payment page. */
export const plans: Record<Plan['id'], Plan> = {
  yearly: {
    id: 'yearly',
    name: 'Cairn, yearly',
    amount: 5_000,
    currency: 'usd',
    billing: 'year',
    price: 'price_sandboxCairnYearly',
    product: 'prod_sandboxCairnYearly',
    paymentLink: 'plink_sandboxCairnYearly',
  },
  lifetime: {
    id: 'lifetime',
    name: 'Cairn, lifetime',
    amount: 25_000,
    currency: 'usd',
    billing: 'once',
    price: 'price_sandboxCairnLifetime',
    product: 'prod_sandboxCairnLifetime',
    paymentLink: 'plink_sandboxCairnLifetime',
  },
};

/** Returns the plan with this ID, or undefined. */
export function findPlan(name: unknown): Plan | undefined {
  return name === 'yearly' || name === 'lifetime' ? plans[name] : undefined;
}

/** Returns the plan with this price ID. */
export function findPlanByPrice(price: string): Plan | undefined {
  return Object.values(plans).find((plan) => plan.price === price);
}

/** Formats cents as dollars: 25000 -> $250.00. */
export function formatDollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
}

/** Returns the price object of a plan. */
export function priceOf(plan: Plan): Price {
  return {
    id: plan.price,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 1_735_689_600,
    currency: plan.currency,
    livemode: false,
    lookup_key: plan.id,
    metadata: {},
    nickname: null,
    product: plan.product,
    recurring: plan.billing === 'year' ? { interval: 'year', interval_count: 1 } : null,
    type: plan.billing === 'year' ? 'recurring' : 'one_time',
    unit_amount: plan.amount,
  };
}
