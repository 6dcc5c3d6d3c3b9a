import { banksUnlinkedAt } from '../../domain/items/banks-unlinked-at.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import {
  isNextStep,
  lockSubscriber,
  type NextStep,
  type StepName,
  type Subscriber,
  setNextStep,
} from './lapse.queries.ts';

/** A user whose subscription has ended. */
export interface LapsedUser {
  email: string;
  paidUntil: Date;
  /** When their items are due to be unlinked. */
  unlinkDueAt: Date;
  now: Date;
}

export const noNextStep: NextStep = { step: null, at: null };

/**
 * Runs one step of a lapse and schedules the next one, in one transaction that blocks payments. Does not call `work`
 * if the step is no longer the next one, or if the user has paid or is being deleted.
 */
export function runLapseStep(
  { database }: Services,
  userId: UserId,
  step: StepName,
  work: (transaction: Transaction, lapsed: LapsedUser) => Promise<NextStep>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, userId);
    if (!(await isNextStep(transaction, userId, step))) return;
    const lapsed = subscriber && toLapsedUser(subscriber);
    const next = lapsed
      ? await work(transaction, lapsed)
      : subscriber === undefined || subscriber.isBeingDeleted
        ? noNextStep
        : nextStepOfPaidUser(subscriber);
    await setNextStep(transaction, userId, next);
  });
}

/** Returns a subscriber as a lapsed user. Undefined if the subscription has not ended or the user is being deleted. */
export function toLapsedUser({
  email,
  paidUntil,
  isBeingDeleted,
  now,
}: Subscriber): LapsedUser | undefined {
  const unlinkDueAt = banksUnlinkedAt(paidUntil, now);
  if (isBeingDeleted || unlinkDueAt === null || !(paidUntil instanceof Date)) return undefined;
  return { email, paidUntil, unlinkDueAt, now };
}

/** Returns the next step of a paid user: the notification when the subscription ends. */
export const nextStepOfPaidUser = ({ paidUntil }: Subscriber): NextStep =>
  paidUntil instanceof Date ? { step: 'notify_end', at: paidUntil } : noNextStep;
