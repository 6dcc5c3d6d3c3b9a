import type { CallResponse } from '@cairn/contract/calls';

type Account = CallResponse<'GET /user/accounts'>['accounts'][number];

/** A checking account that the user hasn't renamed. */
export const exampleAccount = (changes: Partial<Account> = {}): Account => ({
  account_id: 'account-1',
  name: 'Everyday Checking',
  provider_name: null,
  mask: '4821',
  link_id: 'item-1',
  institution_name: 'Harbor Savings',
  institution_logo_url: null,
  institution_color: null,
  type: 'depository',
  subtype: 'checking',
  currency: 'USD',
  balances: { current: 1200, available: 1100, limit: null },
  balances_as_of: '2026-05-15T08:00:00Z',
  hidden: false,
  closed_at: null,
  duplicate: false,
  ...changes,
});
