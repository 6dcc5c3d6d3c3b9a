import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listDue, type StepName, takeStep } from './lapse.queries.ts';
import { resumeSyncs } from './resume-syncs.ts';
import { tellEnd } from './tell-end.ts';
import { unlinkBanks } from './unlink-banks.ts';
import { warnOfUnlinking } from './warn-of-unlinking.ts';

const atOnce = 100;
/** One of long ago may be due for several steps in a row. */
const stepsAtMost = 4;

const steps: Record<StepName, (services: Services, userId: UserId) => Promise<void>> = {
  resume: resumeSyncs,
  tell_end: tellEnd,
  warn: warnOfUnlinking,
  unlink: unlinkBanks,
};

/**
 * Does what time or a payment has made due about subscriptions. Each step says itself what comes next,
 * so each is done once, whichever process does it and however often it is killed.
 */
export async function followSubscriptions(services: Services): Promise<void> {
  const looked = new Set<UserId>();
  const failures: unknown[] = [];
  for (;;) {
    const due = (await listDue(services.database, atOnce)).filter((userId) => !looked.has(userId));
    if (due.length === 0) break;
    for (const userId of due) {
      looked.add(userId);
      // What breaks for one is tried again later, and must not hold up the others.
      await follow(services, userId).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
}

async function follow(services: Services, userId: UserId): Promise<void> {
  for (let done = 0; done < stepsAtMost; done += 1) {
    const step = await takeStep(services.database, userId);
    if (step === undefined) return;
    await steps[step](services, userId);
    services.log.info({ event: 'subscription_followed', step, user_id: userId });
  }
}
