import { isEmail } from '@cairn/contract/rules/credential-rules';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { limitCodeMail } from '../../../mail/limit-code-mail.ts';
import { isMailEnqueued } from '../../../mail/outgoing-mail.queries.ts';
import { requestIp } from '../../../platform/http/request-ip.ts';
import { asUserId, newId } from '../../../platform/identifiers.ts';
import type { Jobs } from '../../../platform/jobs/job-kinds.ts';
import { unprocessable } from '../../../platform/problem.ts';
import { invalidateCodes, issueCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { findUserByAddress } from '../auth.queries.ts';

/** The context that binds a sealed address to the reset email with this id. */
const contextOf = (mailId: string) => `forgotten password ${mailId}`;

/**
 * Requests a password reset for an address. A job looks up the user, so that the response is the same and
 * takes the same time for every address.
 * @param fullIp for the rate limits. The activity log gets `requestIp()`, which may be truncated.
 */
export async function requestPasswordReset(
  { database, rateLimiter, queue, sealer }: Services,
  email: string,
  fullIp: string,
) {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) throw unprocessable(authCopy.invalidEmail);
  await limitCodeMail(rateLimiter, { ip: fullIp, to: address });
  const mailId = newId();
  const sealedAddress = sealer.seal(address, contextOf(mailId));
  await database.transaction((transaction) =>
    queue.enqueue(
      'start-password-reset',
      { mailId, sealedAddress, ip: requestIp() },
      { key: mailId, transaction },
    ),
  );
  return { message: authCopy.resetRequested };
}

/** Sends the reset email if the address is a user's. A user without a password can set a first one. */
export async function startPasswordReset(
  services: Services,
  job: Jobs['start-password-reset'],
): Promise<void> {
  const { database, sealer } = services;
  const owner = await findUserByAddress(
    database,
    sealer.open(job.sealedAddress, contextOf(job.mailId)),
  );
  if (owner === undefined) return;
  const userId = asUserId(owner.user_id);
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) return;
    // The job is retried if its worker was killed after the commit.
    if (await isMailEnqueued(transaction, { userId, mailId: job.mailId })) return;
    // A newer email invalidates the links in earlier ones.
    await invalidateCodes(transaction, userId, 'reset_password');
    const code = await issueCode(transaction, sealer, { purpose: 'reset_password', userId });
    await enqueueMail(services, transaction, {
      userId,
      mailId: job.mailId,
      to: user.email,
      mail: { kind: 'reset_password', code },
    });
    await recordActivity(transaction, { userId, event: 'password_reset_requested', ip: job.ip });
  });
}
