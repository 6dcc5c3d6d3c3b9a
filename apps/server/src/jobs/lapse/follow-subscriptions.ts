import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listDue, type StepName, takeStep } from './lapse.queries.ts';
import { resumeSyncs } from './resume-syncs.ts';
import { tellEnd } from './tell-end.ts';
import { unlinkBanks } from './unlink-banks.ts';
import { warnOfUnlinking } from './warn-of-unlinking.ts';

const batchSize = 100;
/** A subscription that ended long ago may be due for several steps in a row. */
const maxSteps = 4;

const steps: Record<StepName, (services: Services, userId: UserId) => Promise<void>> = {
  resume: resumeSyncs,
  tell_end: tellEnd,
  warn: warnOfUnlinking,
  unlink: unlinkBanks,
};

/**
 * Runs the due steps of all subscriptions. Each step schedules the next one in its own transaction, so it runs once,
 * even with several processes or after a crash.
 */
export async function followSubscriptions(services: Services): Promise<void> {
  const processed = new Set<UserId>();
  const failures: unknown[] = [];
  for (;;) {
    const due = (await listDue(services.database, batchSize)).filter(
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
    const step = await takeStep(services.database, userId);
    if (step === undefined) return;
    await steps[step](services, userId);
    services.log.info({ event: 'subscription_followed', step, user_id: userId });
  }
}
