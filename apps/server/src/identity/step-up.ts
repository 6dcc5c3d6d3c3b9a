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

/** The body of a call as far as it matters here: some calls accept the current password in it. */
interface BodyWithPassword {
  password?: string;
}

/**
 * Requires the step-up that a call is declared with (`stepUp` in the contract). Where a second factor is enrolled, one
 * must have been verified in this session within ten minutes: neither the password nor a sign-in without it counts.
 *
 * Throws `step_up_required` with the factors to choose from, `wrong_password` for a wrong password even in a recent
 * session, and `unauthenticated` if the session has ended meanwhile.
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
    // A concurrent deletion of the account also removes the password that this one would be checked with.
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
    if (recent?.second) return;
    throw stepUpRequired(factors);
  }
  if (stepUp === 'current_password') return;
  if (stepUp === 'password' && password !== undefined) {
    await requirePassword(services, identity, password);
    return;
  }
  if (recent?.any) return;
  throw stepUpRequired(await listStepUpFactors(database, identity.userId));
}

/** The failure of a call that requires a step-up. `factors`: what it can be. Empty if only a new sign-in helps. */
export const stepUpRequired = (factors: readonly StepUpFactor[]): Failure =>
  new Failure(
    'step_up_required',
    factors.length > 0 ? problemCopy.access.stepUpRequired : problemCopy.access.signInAgain,
    { members: { factors } },
  );

/** What a user can confirm with that it's them. Empty if only a new sign-in helps. */
export async function listStepUpFactors(queries: Queries, userId: UserId): Promise<StepUpFactor[]> {
  const factors = await listSecondFactors(queries, userId);
  if (factors.length > 0) return factors;
  const user = await findPasswordHash(queries, userId);
  const { passkey } = await findEnrolledFactors(queries, userId);
  return [
    ...(typeof user?.password_hash === 'string' ? (['password'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
  ];
}

/** True if a call with the step-up `recent` is allowed in this session now. */
export async function hasRecentFactor(queries: Queries, session: SessionRef): Promise<boolean> {
  const isEnrolled = (await listSecondFactors(queries, session.userId)).length > 0;
  const recent = await findRecentFactors(queries, session);
  return (isEnrolled ? recent?.second : recent?.any) ?? false;
}
