import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import type { Queries } from '../platform/database/database.ts';
import { requestIp } from '../platform/http/request-ip.ts';
import type { UserId } from '../platform/identifiers.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { recordActivity } from './activity.queries.ts';
import { identityCopy } from './identity.copy.ts';

/**
 * Reports that a signed-in user presented a wrong factor to confirm a change: in the user's activity, in the log, and
 * in the metrics. Call it outside the transaction that verifies the factor, because that transaction is rolled back.
 */
export async function reportFailedStepUp(
  { database, metrics, log }: { database: Queries; metrics: Metrics; log: Logger },
  { userId, factor }: { userId: UserId; factor: StepUpFactor },
): Promise<void> {
  metrics.stepUpFailures.inc({ factor });
  const detail = identityCopy.activity.failedStepUp[factor];
  await recordActivity(database, { userId, event: 'step_up_failed', detail });
  log.info({ event: 'step_up_failed', user_id: userId, factor, ip: requestIp() });
}
