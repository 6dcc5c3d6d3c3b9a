import type { Account } from '@cairn/contract/accounts';
import type { Static } from 'typebox';
import { fragment } from '../../platform/database/owned-sql.ts';
import { toMoneyOrNull } from '../money/money.ts';

/** An account with its institution's name. Amounts are decimal text in major units. */
export interface AccountRow {
  id: string;
  provider_account_id: string;
  item_id: string;
  institution_name: string;
  institution_logo_url: string | null;
  institution_color: string | null;
  name: string;
  provider_name: string | null;
  mask: string | null;
  type: string;
  subtype: string | null;
  currency: string;
  current_balance: string | null;
  available_balance: string | null;
  credit_limit: string | null;
  balances_as_of: Date | null;
  hidden: boolean;
  closed_at: Date | null;
  duplicate: boolean;
}

/** SQL for the URL of an institution's logo, from `items i`. */
export const institutionLogoUrl = fragment`
  '/api/logos/' || encode(i.brand_logo, 'hex')`;

/**
 * The columns of `AccountRow`, from `accounts a` joined with `items i`. `provider_name` is null unless the user has
 * renamed the account.
 */
export const accountColumns = fragment`
  a.id,
  a.provider_account_id,
  a.item_id,
  i.institution_name,
  ${institutionLogoUrl} as institution_logo_url,
  i.brand_color as institution_color,
  coalesce(a.custom_name, a.name) as name,
  case when a.custom_name is not null then a.name end as provider_name,
  a.mask,
  a.type,
  a.subtype,
  a.currency,
  a.current_balance,
  a.available_balance,
  a.credit_limit,
  a.balances_as_of,
  a.hidden,
  a.closed_at,
  a.duplicate_of is not null as duplicate`;

/** Converts an account to its API form. */
export const toAccount = (row: AccountRow): Static<typeof Account> => ({
  account_id: row.provider_account_id,
  name: row.name,
  provider_name: row.provider_name,
  mask: row.mask,
  link_id: row.item_id,
  institution_name: row.institution_name,
  institution_logo_url: row.institution_logo_url,
  institution_color: row.institution_color,
  type: row.type,
  subtype: row.subtype,
  currency: row.currency,
  balances: {
    current: toMoneyOrNull(row.current_balance),
    available: toMoneyOrNull(row.available_balance),
    limit: toMoneyOrNull(row.credit_limit),
  },
  balances_as_of: row.balances_as_of?.toISOString() ?? null,
  hidden: row.hidden,
  closed_at: row.closed_at?.toISOString() ?? null,
  duplicate: row.duplicate,
});
