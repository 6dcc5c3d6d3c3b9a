import type { StepUp } from '@cairn/contract/call';
import type { StepUpFactor } from '@cairn/contract/rules/second-factors';
import type { Queries } from '../platform/database/database.ts';
import type { CallerIdentity } from '../platform/http/handler.ts';
import type { UserId } from '../platform/identifiers.ts';
import { problemCopy } from '../platform/problem.copy.ts';
import { Failure } from '../platform/problem.ts';
import type { SessionRef } from '../platform/secrets/session-tokens.ts';
import { type PasswordCheckServices, requirePassword } from './current-password.ts';
import { findPasswordHash } from './password.queries.ts';
import { findEnrolledFactors, listSecondFactors } from './second-factors.queries.ts';
import { findRecentFactors } from './sessions.queries.ts';

/** The part of a call's body that matters here: some calls accept the current password in it. */
interface BodyWithPassword {
  password?: string;
}

/**
 * Requires the step-up that a call is declared with (`stepUp` in the contract). If the user has enrolled a second
 * factor, one must have been verified in this session in the last ten minutes: neither the password nor a sign-in
 * without a second factor counts.
 *
 * Throws `step_up_required` with the factors to choose from, `wrong_password` for a wrong password even in a recent
 * session, and `unauthenticated` if the session has ended in the meantime.
 */
export async function requireStepUp(
  services: PasswordCheckServices,
  identity: CallerIdentity,
  stepUp: StepUp,
  body: BodyWithPassword | undefined,
): Promise<void> {
  try {
    await checkStepUp(services, identity, stepUp, body?.password);
  } catch (error) {
    // If a concurrent call has deleted the account, the password can't be verified, and the session has ended.
    if ((await findRecentFactors(services.database, identity)) === undefined)
      throw new Failure('unauthenticated', problemCopy.access.signInRequired, { cause: error });
    throw error;
  }
}

async function checkStepUp(
  services: PasswordCheckServices,
  identity: CallerIdentity,
  stepUp: StepUp,
  password: string | undefined,
): Promise<void> {
  const { database } = services;
  const factors = await listSecondFactors(database, identity.userId);
  const recent = await findRecentFactors(database, identity);
  if (factors.length > 0) {
    if (recent?.has_second_factor) return;
    throw stepUpRequired(factors);
  }
  if (stepUp === 'current_password') return;
  if (stepUp === 'password' && password !== undefined) {
    await requirePassword(services, identity, password);
    return;
  }
  if (recent?.has_factor) return;
  throw stepUpRequired(await listStepUpFactors(database, identity.userId));
}

/** The failure of a call that requires a step-up with one of the factors, or with a new sign-in if there are none. */
export const stepUpRequired = (factors: readonly StepUpFactor[]): Failure =>
  new Failure(
    'step_up_required',
    factors.length > 0 ? problemCopy.access.stepUpRequired : problemCopy.access.signInAgain,
    { members: { factors } },
  );

/** Lists the factors that a user can step up with. Empty if they must sign in again instead. */
export async function listStepUpFactors(queries: Queries, userId: UserId): Promise<StepUpFactor[]> {
  const factors = await listSecondFactors(queries, userId);
  if (factors.length > 0) return factors;
  const user = await findPasswordHash(queries, userId);
  const { hasPasskey } = await findEnrolledFactors(queries, userId);
  return [
    ...(typeof user?.password_hash === 'string' ? (['password'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
}

/** True if a call with the step-up `recent` is allowed in this session now. */
export async function hasRecentFactor(queries: Queries, session: SessionRef): Promise<boolean> {
  const isEnrolled = (await listSecondFactors(queries, session.userId)).length > 0;
  const recent = await findRecentFactors(queries, session);
  return (isEnrolled ? recent?.has_second_factor : recent?.has_factor) ?? false;
}
