import type { Day } from './calendar.ts';
import { addMonths, dayAt, parseDay } from './calendar.ts';
import type { PaidCard } from './card-payments.ts';
import { payCard } from './card-payments.ts';
import { cardDebt, loanDebt } from './debts.ts';
import type { Entry } from './entry.ts';
import { Ledger } from './ledger.ts';
import type { Life, LifeAccount, LifeTransaction, Person } from './life.ts';
import type { AccountPlan, Plan } from './plan.ts';
import { Dice } from './random.ts';
import type { Repeating } from './repeating.ts';
import { findStreams } from './streams.ts';
import type { SweptAccount } from './sweeps.ts';
import { sweep } from './sweeps.ts';

const monthsShown = 24;

/** Makes a person out of a plan. `live` throws a RangeError when `today` is no calendar day. */
export function personOf(who: Omit<Person, 'live'>, plan: Plan): Person {
  return { ...who, live: (today, seed) => live(plan, parseDay(today), seed, who.username) };
}

/**
 * Lives a plan up to `today`: first everything that depends on its own day alone, then what follows from it
 * (card payments, then sweeps). It starts some months before the window, so that the first statement and the
 * first sweep in the window are worked out from the same rows whatever `today` is.
 */
function live(plan: Plan, today: Day, seed: number, username: string): Life {
  const start = addMonths(today, -monthsShown).number + 1;
  const days = { first: start - leadIn(plan), last: today.number };
  const dice = new Dice(seed).split(username);
  const ledger = new Ledger(days.first, days.last);
  // A lender lists no rows: at the aggregator a loan has a balance, and its payments show where they come from.
  const loans = new Set(plan.accounts.filter((one) => one.type === 'loan').map((one) => one.key));
  const entries: Entry[] = [];
  // While an account is being settled, its own half of the payment or sweep stays out of the ledger: a balance
  // is what posted since then, counted from the fixed point that the payment or sweep set.
  let settling: string | null = null;
  const add = (entry: Entry) => {
    if (entry.day > today.number || loans.has(entry.accountKey)) return;
    if (entry.accountKey !== settling) ledger.book(entry);
    if (entry.origin >= start) entries.push(entry);
  };
  cookDays(plan, days, dice, add);

  const cards = new Map<string, PaidCard>();
  const swept = new Map<string, SweptAccount>();
  for (const { key, name, balance } of plan.accounts) {
    if (balance.kind !== 'card') continue;
    const card = { key, name, payment: balance.payment };
    const paid = payCard(card, ledger, days, dice.split(`${key}-payment`));
    cards.set(key, paid);
    settling = key;
    paid.payments.forEach(add);
  }
  for (const { key, balance } of plan.accounts) {
    if (balance.kind !== 'kept') continue;
    const done = sweep(key, balance.sweep, ledger, days);
    swept.set(key, done);
    settling = key;
    done.sweeps.forEach(add);
  }

  entries.sort((a, b) => a.day - b.day);
  const transactions = rowsOf(entries, start, today.number);
  const pending = new Map<string, number>();
  for (const entry of entries) {
    // A bank holds back what is pending out, and gives nothing for what is pending in.
    if (entry.posts <= today.number || entry.settled < 0) continue;
    pending.set(entry.accountKey, (pending.get(entry.accountKey) ?? 0) + entry.settled);
  }
  const accounts = plan.accounts.map((account) => {
    const held = pending.get(account.key) ?? 0;
    const known = { card: cards.get(account.key), swept: swept.get(account.key) };
    return accountOf(account, today, ledger, known, held);
  });
  const repeatings = plan.ingredients.filter((one): one is Repeating => 'plan' in one);
  return { accounts, transactions, streams: findStreams(repeatings, transactions, today.number) };
}

/**
 * Days to live before the window: a late refund, two statements and a sweep, and a year more where something
 * is swept yearly.
 */
function leadIn(plan: Plan): number {
  const yearly = plan.accounts.some(
    ({ balance }) => balance.kind === 'kept' && balance.sweep.schedule.frequency === 'ANNUALLY',
  );
  return yearly ? 540 : 150;
}

function cookDays(
  plan: Plan,
  days: { first: number; last: number },
  dice: Dice,
  add: (entry: Entry) => void,
): void {
  const own = plan.ingredients.map((ingredient) => ({
    ingredient,
    dice: dice.split(ingredient.key),
  }));
  for (let number = days.first; number <= days.last; number++) {
    const day = dayAt(number);
    for (const one of own) one.ingredient.cook(day, one.dice.split(number), add);
  }
}

function rowsOf(entries: readonly Entry[], start: number, today: number): LifeTransaction[] {
  const isoDays: string[] = [];
  for (let number = start; number <= today; number++) isoDays.push(dayAt(number).iso);
  return entries.map((entry) => {
    const pending = entry.posts > today;
    const happened = isoDays[entry.day - start] ?? dayAt(entry.day).iso;
    const posted = isoDays[entry.posts - start] ?? happened;
    return {
      key: entry.key,
      accountKey: entry.accountKey,
      date: pending ? happened : posted,
      authorizedDate: entry.authorized ? happened : null,
      amount: entry.amount,
      currency: entry.currency,
      name: entry.name,
      merchantName: entry.merchantName,
      originalDescription: entry.description,
      category: entry.category,
      pending,
      paymentChannel: entry.channel,
      website: entry.website,
      streamKey: entry.streamKey,
    };
  });
}

function accountOf(
  plan: AccountPlan,
  today: Day,
  ledger: Ledger,
  known: { card: PaidCard | undefined; swept: SweptAccount | undefined },
  held: number,
): LifeAccount {
  const { key, type, subtype, name, officialName, mask, balance, loan } = plan;
  const debt = loan === undefined ? null : loanDebt(loan, today);
  const account = { key, type, subtype, name, officialName, mask, currency: 'USD', debt };
  if (balance.kind === 'card') {
    const paidUpTo = known.card?.paidUpTo ?? today.number;
    const current = ledger.sum(key, paidUpTo + 1, today.number);
    const { limit, payment } = balance;
    return {
      ...account,
      current,
      available: limit - current - held,
      limit,
      debt: cardDebt({ key, mask, payment }, ledger, today, known.card),
    };
  }
  if (balance.kind === 'kept') {
    const sweptOn = known.swept?.sweptOn ?? today.number;
    const current = balance.keep - ledger.sum(key, sweptOn, today.number);
    return { ...account, current, available: current - held, limit: null };
  }
  const current = balance.at(today);
  const available = type === 'depository' ? current - held : null;
  return { ...account, current, available, limit: null };
}
