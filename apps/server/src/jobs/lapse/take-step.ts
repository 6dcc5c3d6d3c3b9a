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

/** A user whose subscription has ended. */
export interface Lapsed {
  email: string;
  paidUntil: Date;
  /** When their items are due to be unlinked. */
  unlinkedAt: Date;
  now: Date;
}

export const nothingMore: NextStep = { step: null, at: null };

/**
 * Runs one step of a lapse and schedules the next one, in one transaction that blocks payments. Does not call `work`
 * if the step is no longer the next one, or if the user has paid or is being deleted.
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
      : subscriber === undefined || subscriber.isBeingDeleted
        ? nothingMore
        : untilItEnds(subscriber);
    await setNext(transaction, userId, next);
  });
}

/** The user's lapse. Undefined if the subscription has not ended or the user is being deleted. */
export function lapsedOf({
  email,
  paidUntil,
  isBeingDeleted,
  now,
}: Subscriber): Lapsed | undefined {
  const unlinkedAt = banksUnlinkedAt(paidUntil, now);
  if (isBeingDeleted || unlinkedAt === null || !(paidUntil instanceof Date)) return undefined;
  return { email, paidUntil, unlinkedAt, now };
}

/** The next step of a paid user: the notification when the subscription ends. */
export const untilItEnds = ({ paidUntil }: Subscriber): NextStep =>
  paidUntil instanceof Date ? { step: 'tell_end', at: paidUntil } : nothingMore;
