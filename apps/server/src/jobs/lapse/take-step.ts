import { banksUnlinkedAt } from '../../domain/banks-unlinked-at.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import {
  isNext,
  lockSubscriber,
  type NextStep,
  type StepName,
  type Subscriber,
  setNext,
} from './lapse.queries.ts';

/** Somebody whose subscription is over. */
export interface Lapsed {
  email: string;
  paidUntil: Date;
  /** When their banks are to be unlinked. */
  unlinkedAt: Date;
  now: Date;
}

export const nothingMore: NextStep = { step: null, at: null };

/**
 * Does one step of a lapse in one transaction, in which nothing can be paid, and notes what comes next.
 * Does nothing if the step is no longer the next, or the user has paid or is leaving.
 */
export function takeLapseStep(
  { database }: Services,
  userId: UserId,
  step: StepName,
  work: (transaction: Transaction, lapsed: Lapsed) => Promise<NextStep>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, userId);
    if (!(await isNext(transaction, userId, step))) return;
    const lapsed = subscriber && lapsedOf(subscriber);
    const next = lapsed
      ? await work(transaction, lapsed)
      : subscriber === undefined || subscriber.leaving
        ? nothingMore
        : untilItEnds(subscriber);
    await setNext(transaction, userId, next);
  });
}

/** What a user's lapse is, if their subscription is over and they stay. */
export function lapsedOf({ email, paidUntil, leaving, now }: Subscriber): Lapsed | undefined {
  const unlinkedAt = banksUnlinkedAt(paidUntil, now);
  if (leaving || unlinkedAt === null || !(paidUntil instanceof Date)) return undefined;
  return { email, paidUntil, unlinkedAt, now };
}

/** For who is paid: the next thing to be told is that it is over. */
export const untilItEnds = ({ paidUntil }: Subscriber): NextStep =>
  paidUntil instanceof Date ? { step: 'tell_end', at: paidUntil } : nothingMore;
