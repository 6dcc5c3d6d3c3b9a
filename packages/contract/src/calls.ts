import { accountsCalls } from './accounts.ts';
import { authCalls } from './auth.ts';
import { billingCalls } from './billing.ts';
import { budgetCalls } from './budget.ts';
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from './call.ts';
import { cryptoCalls } from './crypto.ts';
import { institutionsCalls } from './institutions.ts';
import { linkingCalls } from './linking.ts';
import { networthCalls } from './networth.ts';
import { platformCalls } from './platform.ts';
import { profileCalls } from './profile.ts';
import { recurringCalls } from './recurring.ts';
import { signupCalls } from './signup.ts';
import { spendingCalls } from './spending.ts';
import { stocksCalls } from './stocks.ts';
import { transactionsCalls } from './transactions.ts';

/**
 * The calls of each feature. The keys are the features' names everywhere: in the contract, in the
 * server's and the web app's `features/`, and as tags on the reference page.
 */
export const callsByFeature = {
  platform: platformCalls,
  auth: authCalls,
  signup: signupCalls,
  profile: profileCalls,
  institutions: institutionsCalls,
  linking: linkingCalls,
  accounts: accountsCalls,
  transactions: transactionsCalls,
  recurring: recurringCalls,
  spending: spendingCalls,
  networth: networthCalls,
  budget: budgetCalls,
  crypto: cryptoCalls,
  billing: billingCalls,
  stocks: stocksCalls,
} as const;

/** The one table of calls, keyed by 'METHOD /path' below the API's base path. */
export const calls = {
  ...platformCalls,
  ...authCalls,
  ...signupCalls,
  ...profileCalls,
  ...institutionsCalls,
  ...linkingCalls,
  ...accountsCalls,
  ...transactionsCalls,
  ...recurringCalls,
  ...spendingCalls,
  ...networthCalls,
  ...budgetCalls,
  ...cryptoCalls,
  ...billingCalls,
  ...stocksCalls,
} as const;

export type Calls = typeof calls;
/** 'METHOD /path' of one call. */
export type CallKey = keyof Calls;
export type CallBody<K extends CallKey> = BodyOf<Calls[K]>;
export type CallQuery<K extends CallKey> = QueryOf<Calls[K]>;
export type CallParams<K extends CallKey> = ParamsOf<Calls[K]>;
export type CallReply<K extends CallKey> = ReplyOf<Calls[K]>;

/** The calls with their own literal types forgotten, for walking the table. */
export const callEntries = Object.entries(calls) as [CallKey, Call][];
