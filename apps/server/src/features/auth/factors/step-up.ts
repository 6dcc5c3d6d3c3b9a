import { requirePassword } from '../../../identity/current-password.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { reportFailedStepUp } from '../../../identity/report-failed-step-up.ts';
import { listSecondFactors } from '../../../identity/second-factors.queries.ts';
import { recordFactor } from '../../../identity/sessions.queries.ts';
import { stepUpRequired } from '../../../identity/step-up.ts';
import type { CallerIdentity } from '../../../platform/http/handler.ts';
import { Failure } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import {
  type PresentedFactor,
  verifySecondFactor,
  verifySignedPasskey,
} from './verify-second-factor.ts';

/** What a user presents for a step-up, as sent in the body of the call. */
export type PresentedForStepUp = PresentedFactor | { factor: 'password'; password?: string };

/**
 * Verifies a factor again in a session. The step-up is valid for ten minutes. The password is accepted only if no
 * second factor is enrolled; otherwise this throws `step_up_required` with the factors that are accepted. A wrong
 * factor is reported (`reportFailedStepUp`) and counts toward the limit of the session.
 */
export async function stepUp(
  services: Services,
  identity: CallerIdentity,
  presented: PresentedForStepUp,
): Promise<void> {
  const { database } = services;
  const { userId } = identity;
  try {
    if (presented.factor === 'password') {
      const factors = await listSecondFactors(database, userId);
      if (factors.length > 0) throw stepUpRequired(factors);
      await requirePassword(services, identity, presented.password ?? '');
      await recordFactor(database, identity, { isSecondFactor: false });
    } else await verifyPresentedFactor(services, identity, presented);
  } catch (error) {
    // A wrong password is reported where it is verified.
    if (error instanceof Failure && error.code === 'wrong_code')
      await reportFailedStepUp(services, { userId, factor: presented.factor });
    throw error;
  }
}

function verifyPresentedFactor(
  services: Services,
  identity: CallerIdentity,
  presented: PresentedFactor,
): Promise<void> {
  const { userId, sessionId } = identity;
  return services.rateLimiter.limitGuesses([['factor_session', sessionId]], async () => {
    const signed = await verifySignedPasskey(services, presented);
    await services.database.transaction(async (transaction) => {
      const user = await lockCredentials(transaction, userId);
      if (user === undefined) throw new Failure('unauthenticated');
      await verifySecondFactor(services, transaction, { userId, email: user.email }, signed);
      await recordFactor(transaction, identity, { isSecondFactor: true });
    });
  });
}
