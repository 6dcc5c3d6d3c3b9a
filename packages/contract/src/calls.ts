import { accountsCalls } from './accounts.ts';
import { authCalls } from './auth.ts';
import { billingCalls } from './billing.ts';
import { budgetCalls } from './budget.ts';
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from './call.ts';
import { changesCalls } from './changes.ts';
import { cryptoCalls } from './crypto.ts';
import { factorsCalls } from './factors.ts';
import { institutionsCalls } from './institutions.ts';
import { linkingCalls } from './linking.ts';
import { networthCalls } from './networth.ts';
import { passkeyCalls } from './passkeys.ts';
import { platformCalls } from './platform.ts';
import { profileCalls } from './profile.ts';
import { proofCalls } from './proof.ts';
import { recurringCalls } from './recurring.ts';
import { signupCalls } from './signup.ts';
import { spendingCalls } from './spending.ts';
import { stocksCalls } from './stocks.ts';
import { tagsCalls } from './tags.ts';
import { transactionsCalls } from './transactions.ts';

/**
 * All calls by feature. A key names the feature everywhere: the contract's file, the `features/` folders of the
 * server and the web app, and the tag in the API reference.
 */
export const callsByFeature = {
  platform: platformCalls,
  auth: { ...authCalls, ...factorsCalls, ...passkeyCalls },
  signup: signupCalls,
  profile: profileCalls,
  institutions: institutionsCalls,
  linking: linkingCalls,
  accounts: accountsCalls,
  transactions: { ...transactionsCalls, ...tagsCalls, ...changesCalls },
  recurring: recurringCalls,
  spending: spendingCalls,
  proof: proofCalls,
  networth: networthCalls,
  budget: budgetCalls,
  crypto: cryptoCalls,
  billing: billingCalls,
  stocks: stocksCalls,
} as const;

/** All calls, keyed by 'METHOD /path' relative to the API's base path. */
export const calls = {
  ...platformCalls,
  ...authCalls,
  ...factorsCalls,
  ...passkeyCalls,
  ...signupCalls,
  ...profileCalls,
  ...institutionsCalls,
  ...linkingCalls,
  ...accountsCalls,
  ...transactionsCalls,
  ...tagsCalls,
  ...changesCalls,
  ...recurringCalls,
  ...spendingCalls,
  ...proofCalls,
  ...networthCalls,
  ...budgetCalls,
  ...cryptoCalls,
  ...billingCalls,
  ...stocksCalls,
} as const;

export type Calls = typeof calls;
/** The key of a call: 'METHOD /path'. */
export type CallKey = keyof Calls;
export type CallBody<K extends CallKey> = BodyOf<Calls[K]>;
export type CallQuery<K extends CallKey> = QueryOf<Calls[K]>;
export type CallParams<K extends CallKey> = ParamsOf<Calls[K]>;
export type CallResponse<K extends CallKey> = ResponseOf<Calls[K]>;

/** The calls as entries of type `Call`, for iterating over them. */
export const callEntries = Object.entries(calls) as [CallKey, Call][];
