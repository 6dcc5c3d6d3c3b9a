import { markItemsQueued } from '../../features/linking/linking.queries.ts';
import { enqueueSync } from '../../items/enqueue-sync.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import {
  claimStep,
  isNextStep,
  listUsersWithDueStep,
  lockSubscriber,
  type StepName,
  setNextStep,
} from './lapse.queries.ts';
import { notifySubscriptionEnd } from './notify-subscription-end.ts';
import { nextStepOfPaidUser, noNextStep, toLapsedUser } from './run-lapse-step.ts';
import { unlinkLapsedItems } from './unlink-lapsed-items.ts';
import { warnBeforeUnlinking } from './warn-before-unlinking.ts';

const batchSize = 100;
/** A subscription that ended long ago may be due for several steps in a row. */
const maxSteps = 4;

const steps: Record<StepName, (services: Services, userId: UserId) => Promise<void>> = {
  resume: resumeSyncs,
  notify_end: notifySubscriptionEnd,
  warn: warnBeforeUnlinking,
  unlink: unlinkLapsedItems,
};

/**
 * Runs the due steps of all subscriptions. Each step schedules the next one in its own transaction, so it runs once,
 * even with several processes or after a crash.
 */
export async function processSubscriptionSteps(services: Services): Promise<void> {
  const processed = new Set<UserId>();
  const failures: unknown[] = [];
  for (;;) {
    const due = (await listUsersWithDueStep(services.database, batchSize)).filter(
      (userId) => !processed.has(userId),
    );
    if (due.length === 0) break;
    for (const userId of due) {
      processed.add(userId);
      // A failure of one user must not block the others; it is retried later.
      await processUser(services, userId).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
}

async function processUser(services: Services, userId: UserId): Promise<void> {
  for (let count = 0; count < maxSteps; count += 1) {
    const step = await claimStep(services.database, userId);
    if (step === undefined) return;
    await steps[step](services, userId);
    services.log.info({ event: 'subscription_step_completed', step, user_id: userId });
  }
}

/** Enqueues a sync of every item after a lapsed user has paid again. */
async function resumeSyncs(services: Services, userId: UserId): Promise<void> {
  const { database, queue, userEvents } = services;
  await database.transaction(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, userId);
    if (!(await isNextStep(transaction, userId, 'resume'))) return;
    if (subscriber === undefined || subscriber.isBeingDeleted)
      return setNextStep(transaction, userId, noNextStep);
    // If the subscription has already ended again, the next step handles that.
    if (toLapsedUser(subscriber) === undefined) {
      for (const { id } of await markItemsQueued(transaction, userId))
        await enqueueSync(queue, transaction, { userId, itemId: id }, { isBackground: true });
      await userEvents.publish(transaction, userId, 'sync');
    }
    return setNextStep(transaction, userId, nextStepOfPaidUser(subscriber));
  });
}
