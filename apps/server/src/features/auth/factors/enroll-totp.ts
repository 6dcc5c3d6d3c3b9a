import { lockCredentials } from '../../../identity/password.queries.ts';
import {
  findEnrolledFactors,
  listSecondFactors,
} from '../../../identity/second-factors.queries.ts';
import { recordFactor } from '../../../identity/sessions.queries.ts';
import type { CallerIdentity } from '../../../platform/http/handler.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure, notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { deleteRecoveryCodes } from './recovery-codes.queries.ts';
import { generateRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { reportFactorChange } from './report-factor-change.ts';
import { confirmTotp, deleteTotp, findTotp, startTotp } from './totp.queries.ts';
import {
  enrollmentOf,
  generateTotpSecret,
  redeemTotpCode,
  sealTotpSecret,
  totpContext,
  totpUri,
} from './totp.ts';

/** Begins to enroll an authenticator app, in place of an unfinished enrollment. Throws 409 if one is enrolled. */
export async function beginTotpEnrollment(
  { database, sealer }: Services,
  { userId, username }: CallerIdentity,
) {
  const secret = generateTotpSecret();
  if (!(await startTotp(database, userId, sealTotpSecret(sealer, userId, secret))))
    throw new Failure('conflict', authCopy.totpEnrolled);
  return { secret, uri: totpUri(secret, username), enrollment: enrollmentOf(secret) };
}

/**
 * Enrolls the authenticator app with a code that it shows, which counts as a step-up. Returns new recovery codes, or
 * none if the user has unused ones. Throws 409 if the given `enrollment` has ended, and `wrong_code` if the code is
 * wrong.
 */
export async function confirmTotpEnrollment(
  services: Services,
  identity: CallerIdentity,
  { code, enrollment }: { code: string; enrollment?: string },
): Promise<readonly string[]> {
  const { userId, sessionId } = identity;
  const { database, sealer } = services;
  // Before anything that takes time: a code that was current must not expire while recovery codes are hashed.
  const at = services.clock.now();
  return services.rateLimiter.limitGuesses([['factor_session', sessionId]], async () => {
    if (enrollment !== undefined) await requireEnrollment(services, { userId, enrollment });
    // Hashing the codes takes a long time, so it is done before the transaction.
    const { recoveryCodes } = await findEnrolledFactors(database, userId);
    const generated = recoveryCodes > 0 ? null : await generateRecoveryCodes();
    return database.transaction(async (transaction) => {
      const user = await lockCredentials(transaction, userId);
      if (user === undefined) throw new Failure('unauthenticated');
      if (!(await redeemTotpCode(sealer, transaction, { userId, code, state: 'enrolling', at })))
        throw new Failure('wrong_code', authCopy.wrongCode.totp);
      await confirmTotp(transaction, userId);
      await recordFactor(transaction, identity, { isSecondFactor: true });
      await reportFactorChange(services, transaction, {
        userId,
        email: user.email,
        change: 'added',
        name: authCopy.authenticatorApp,
      });
      if (generated === null) return [];
      await replaceRecoveryCodes(transaction, userId, generated);
      return generated.codes;
    });
  });
}

/** Throws 409 if an enrollment has ended, because another one has begun or an app has been enrolled. */
async function requireEnrollment(
  { database, sealer }: Services,
  { userId, enrollment }: { userId: UserId; enrollment: string },
): Promise<void> {
  const row = await findTotp(database, userId);
  if (row?.confirmed_at) throw new Failure('conflict', authCopy.enrolledElsewhere);
  const secret = row && sealer.open(row.sealed_secret, totpContext(userId));
  if (secret === undefined || enrollmentOf(secret) !== enrollment)
    throw new Failure('conflict', authCopy.enrollmentRestarted);
}

/** Removes the authenticator app, and the recovery codes if it was the last second factor. */
export async function removeTotp(services: Services, { userId }: CallerIdentity): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    if (user === undefined || !(await deleteTotp(transaction, userId)))
      throw notFound('authenticator app');
    if ((await listSecondFactors(transaction, userId)).length === 0)
      await deleteRecoveryCodes(transaction, userId);
    await reportFactorChange(services, transaction, {
      userId,
      email: user.email,
      change: 'removed',
      name: authCopy.authenticatorApp,
    });
  });
}
