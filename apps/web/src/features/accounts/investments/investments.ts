import { groupLabel, notCountedReason, shownBalance } from '../account-labels.ts';
import type { Account } from '../accounts.api.ts';

/** An investment account with its share of the total. */
export interface Investment {
  readonly account: Account;
  /** Its balance, in cents of its currency. Null if the institution doesn't report one. */
  readonly cents: number | null;
  /** Share of the total, 0 to 1. Null if it isn't counted. */
  readonly share: number | null;
  /** Why it isn't in the total. Null if it is. */
  readonly reasonNotCounted: string | null;
}

/** The investment accounts as they are shown, by kind. */
export interface Investments {
  readonly currency: string;
  /** In cents. */
  readonly total: number;
  /** Kinds and the accounts within them, each from the largest to the smallest. */
  readonly kinds: readonly InvestmentKind[];
}

/** The investment accounts of one kind. */
export interface InvestmentKind {
  readonly label: string;
  /** The account group with exactly these accounts. Null if that group has other accounts too. */
  readonly group: string | null;
  /** In cents. */
  readonly total: number;
  readonly accounts: readonly Investment[];
}

/** The accounts that institutions report as investments, without hidden ones. */
export const investmentAccounts = (accounts: readonly Account[]): Account[] =>
  accounts.filter(({ type, hidden }) => type === 'investment' && !hidden);

/**
 * Groups the investment accounts (brokerage, IRA, 401(k)) by kind, without hidden ones. Totals are in
 * `currency`. Duplicates, accounts without a balance, and accounts in another currency are listed but not
 * counted.
 */
export function groupInvestments(accounts: readonly Account[], currency: string): Investments {
  const shown = investmentAccounts(accounts);
  const rows = shown.map((account) => rowOf(account, currency));
  const total = sum(rows);
  const groups = [...new Set(shown.map(groupOf))];
  const kinds = groups.map((group): InvestmentKind => {
    const members = rows.filter(({ account }) => groupOf(account) === group);
    const hasOthers = accounts.some(
      (account) => account.type !== 'investment' && groupOf(account) === group,
    );
    const sorted = members
      .map((row) => ({ ...row, share: shareOf(row, total) }))
      .sort((a, b) => (b.cents ?? 0) - (a.cents ?? 0));
    return {
      label: groupLabel(group),
      group: hasOthers ? null : group,
      total: sum(members),
      accounts: sorted,
    };
  });
  return { currency, total, kinds: kinds.sort((a, b) => b.total - a.total) };
}

/** The group that the server puts an account in. */
const groupOf = ({ subtype, type }: Account): string => subtype ?? type;

function rowOf(account: Account, currency: string): Investment {
  const balance = shownBalance(account);
  const cents = balance === null ? null : Math.round(balance * 100);
  return { account, cents, share: null, reasonNotCounted: notCountedReason(account, currency) };
}

const sum = (rows: readonly Investment[]): number =>
  rows.reduce((cents, row) => cents + (row.reasonNotCounted === null ? (row.cents ?? 0) : 0), 0);

const shareOf = ({ cents, reasonNotCounted }: Investment, total: number): number | null =>
  reasonNotCounted !== null || cents === null || total <= 0 ? null : cents / total;
