import type { Day } from './calendar/calendar.ts';
import { addMonths, dayAt, parseDay } from './calendar/calendar.ts';
import type { RecurringSource } from './calendar/recurring.ts';
import { SeededRandom } from './calendar/seeded-random.ts';
import type { DraftTransaction } from './draft-transaction.ts';
import { Ledger } from './ledger.ts';
import type { Life, LifeAccount, LifeTransaction, Person, PersonProfile } from './life.ts';
import type { AccountPlan, LifePlan } from './life-plan.ts';
import type { CardPayments } from './money/card-payments.ts';
import { payCard } from './money/card-payments.ts';
import { cardDebt, loanDebt } from './money/debts.ts';
import type { AccountSweeps } from './money/sweeps.ts';
import { sweepAccount } from './money/sweeps.ts';
import { findStreams } from './streams.ts';

const windowMonths = 24;

/** Creates a person from the definition of their life. */
export function definePerson(profile: PersonProfile, plan: LifePlan): Person {
  const { username } = profile;
  return {
    ...profile,
    generateLife: (today, seed) => generateLife(plan, parseDay(today), seed, username),
  };
}

/**
 * Generates a life up to `today`: first the transactions that depend on their own day alone, then card payments and
 * sweeps, which follow from them. It starts some months before the window, so that the first statement and the first
 * sweep in the window are computed from the same transactions for every `today`.
 */
function generateLife(plan: LifePlan, today: Day, seed: number, username: string): Life {
  const start = addMonths(today, -windowMonths).number + 1;
  const days = { first: start - leadInDays(plan), last: today.number };
  const random = new SeededRandom(seed).split(username);
  const ledger = new Ledger(days.first, days.last);
  // Lenders report a loan's balance but no transactions, so its payments appear only on the paying account.
  const loanKeys = new Set(
    plan.accounts.filter(({ type }) => type === 'loan').map(({ key }) => key),
  );
  const drafts: DraftTransaction[] = [];
  // A balance is computed from the transactions since the last payment or sweep, so the ledger excludes
  // the payments and sweeps of the account itself.
  let excludedAccountKey: string | null = null;
  const add = (draft: DraftTransaction) => {
    if (draft.day > today.number || loanKeys.has(draft.accountKey)) return;
    if (draft.accountKey !== excludedAccountKey) ledger.post(draft);
    if (draft.originDay >= start) drafts.push(draft);
  };
  generateDrafts(plan, days, random, add);

  const cardPayments = new Map<string, CardPayments>();
  const accountSweeps = new Map<string, AccountSweeps>();
  for (const { key, name, balance } of plan.accounts) {
    if (balance.kind !== 'card') continue;
    const card = { key, name, payment: balance.payment };
    const result = payCard(card, ledger, days, random.split(`${key}-payment`));
    cardPayments.set(key, result);
    excludedAccountKey = key;
    result.payments.forEach(add);
  }
  for (const { key, balance } of plan.accounts) {
    if (balance.kind !== 'target') continue;
    const result = sweepAccount(key, balance.sweep, ledger, days);
    accountSweeps.set(key, result);
    excludedAccountKey = key;
    result.sweeps.forEach(add);
  }

  drafts.sort((a, b) => a.day - b.day);
  const transactions = toTransactions(drafts, start, today.number);
  const pendingOut = sumPendingOut(drafts, today.number);
  const accounts = plan.accounts.map((account) =>
    toAccount(account, today, ledger, {
      cardPayments: cardPayments.get(account.key),
      sweeps: accountSweeps.get(account.key),
      pendingOut: pendingOut.get(account.key) ?? 0,
    }),
  );
  const recurringSources = plan.sources.filter(
    (source): source is RecurringSource => 'plan' in source,
  );
  const streams = findStreams(recurringSources, transactions, today.number);
  return { accounts, transactions, streams };
}

/**
 * Returns the number of days to generate before the window: enough for a late refund, two statements, and a sweep,
 * plus a year if an account is swept yearly.
 */
function leadInDays(plan: LifePlan): number {
  const hasYearlySweep = plan.accounts.some(
    ({ balance }) => balance.kind === 'target' && balance.sweep.schedule.frequency === 'ANNUALLY',
  );
  return hasYearlySweep ? 540 : 150;
}

/** Sums pending money out by account. A bank deducts it from the available balance, and ignores pending money in. */
function sumPendingOut(drafts: readonly DraftTransaction[], today: number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { accountKey, postingDay, amountInAccountCurrency } of drafts) {
    if (postingDay <= today || amountInAccountCurrency < 0) continue;
    sums.set(accountKey, (sums.get(accountKey) ?? 0) + amountInAccountCurrency);
  }
  return sums;
}

function generateDrafts(
  plan: LifePlan,
  days: { first: number; last: number },
  random: SeededRandom,
  add: (draft: DraftTransaction) => void,
): void {
  const seededSources = plan.sources.map((source) => ({
    source,
    sourceRandom: random.split(source.key),
  }));
  for (let number = days.first; number <= days.last; number++) {
    const day = dayAt(number);
    for (const { source, sourceRandom } of seededSources) {
      source.generate(day, sourceRandom.split(number), add);
    }
  }
}

function toTransactions(
  drafts: readonly DraftTransaction[],
  start: number,
  today: number,
): LifeTransaction[] {
  const isoDays: string[] = [];
  for (let number = start; number <= today; number++) isoDays.push(dayAt(number).iso);
  return drafts.map((draft) => {
    const pending = draft.postingDay > today;
    const happenedOn = isoDays[draft.day - start] ?? dayAt(draft.day).iso;
    const postedOn = isoDays[draft.postingDay - start] ?? happenedOn;
    return {
      key: draft.key,
      accountKey: draft.accountKey,
      date: pending ? happenedOn : postedOn,
      authorizedDate: draft.authorized ? happenedOn : null,
      amount: draft.amount,
      currency: draft.currency,
      name: draft.name,
      merchantName: draft.merchantName,
      originalDescription: draft.description,
      category: draft.category,
      pending,
      paymentChannel: draft.channel,
      website: draft.website,
      streamKey: draft.streamKey,
    };
  });
}

function toAccount(
  plan: AccountPlan,
  today: Day,
  ledger: Ledger,
  activity: {
    cardPayments: CardPayments | undefined;
    sweeps: AccountSweeps | undefined;
    pendingOut: number;
  },
): LifeAccount {
  const { key, type, subtype, name, officialName, mask, balance, loan } = plan;
  const debt = loan === undefined ? null : loanDebt(loan, today);
  const account = { key, type, subtype, name, officialName, mask, currency: 'USD', debt };
  if (balance.kind === 'card') {
    const paidThrough = activity.cardPayments?.paidThrough ?? today.number;
    const current = ledger.sum(key, paidThrough + 1, today.number);
    const { limit, payment } = balance;
    return {
      ...account,
      current,
      available: limit - current - activity.pendingOut,
      limit,
      debt: cardDebt({ key, mask, payment }, ledger, today, activity.cardPayments),
    };
  }
  if (balance.kind === 'target') {
    const lastSweepDay = activity.sweeps?.lastSweepDay ?? today.number;
    const current = balance.target - ledger.sum(key, lastSweepDay, today.number);
    return { ...account, current, available: current - activity.pendingOut, limit: null };
  }
  const current = balance.balanceOn(today);
  const available = type === 'depository' ? current - activity.pendingOut : null;
  return { ...account, current, available, limit: null };
}
