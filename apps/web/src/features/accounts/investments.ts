import { groupLabel, notCountedReason, shownBalance } from './account-words.ts';
import type { Account } from './accounts.api.ts';

/** An investment account with what it has of the total. */
export interface Investment {
  readonly account: Account;
  /** What it holds, in cents of its currency; null: the institution does not say. */
  readonly cents: number | null;
  /** Of the total, 0 to 1; null: not counted. */
  readonly share: number | null;
  /** Why it is not in the total, or null. */
  readonly notCounted: string | null;
}

/** The investment accounts, as they are shown. */
export interface Investments {
  readonly currency: string;
  /** Cents. */
  readonly total: number;
  /** By kind, the kind with the most in it first; within one, the largest first. */
  readonly kinds: readonly InvestmentKind[];
}

/** The investment accounts of one kind. */
export interface InvestmentKind {
  readonly label: string;
  /** The account group that it is all of, whose total its own is; null where other accounts are in that too. */
  readonly group: string | null;
  /** Cents. */
  readonly total: number;
  readonly accounts: readonly Investment[];
}

/** The investment accounts that are shown, as the institutions type them; hidden ones are left out. */
export const investmentAccounts = (accounts: readonly Account[]): Account[] =>
  accounts.filter(({ type, hidden }) => type === 'investment' && !hidden);

/**
 * The investment accounts among all: brokerage, IRA, 401(k) and their like, hidden ones left out. Totals are
 * in the currency of most of them; an account that repeats another, has no balance or is in another currency
 * is listed and not counted.
 */
export function investmentsOf(accounts: readonly Account[], currency: string): Investments {
  const shown = investmentAccounts(accounts);
  const rows = shown.map((account) => rowOf(account, currency));
  const total = sum(rows);
  const groups = [...new Set(shown.map(groupOf))];
  const kinds = groups.map((group): InvestmentKind => {
    const own = rows.filter(({ account }) => groupOf(account) === group);
    const others = accounts.some(
      (account) => account.type !== 'investment' && groupOf(account) === group,
    );
    const sorted = own
      .map((row) => ({ ...row, share: shareOf(row, total) }))
      .sort((one, other) => (other.cents ?? 0) - (one.cents ?? 0));
    return {
      label: groupLabel(group),
      group: others ? null : group,
      total: sum(own),
      accounts: sorted,
    };
  });
  return { currency, total, kinds: kinds.sort((one, other) => other.total - one.total) };
}

/** As the server groups accounts. */
const groupOf = ({ subtype, type }: Account): string => subtype ?? type;

function rowOf(account: Account, currency: string): Investment {
  const balance = shownBalance(account);
  const cents = balance === null ? null : Math.round(balance * 100);
  return { account, cents, share: null, notCounted: notCountedReason(account, currency) };
}

const sum = (rows: readonly Investment[]): number =>
  rows.reduce((cents, row) => cents + (row.notCounted === null ? (row.cents ?? 0) : 0), 0);

const shareOf = ({ cents, notCounted }: Investment, total: number): number | null =>
  notCounted !== null || cents === null || total <= 0 ? null : cents / total;
