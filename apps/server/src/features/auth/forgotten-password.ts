import { isEmail } from '@cairn/contract/credential-rules';
import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { isDecidedOn } from '../../domain/outgoing-mail.queries.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import { asUserId, newId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import { issueCode, withdraw } from '../../platform/one-time-codes.ts';
import { refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findAddress } from './auth.queries.ts';

const message =
  'If the account is valid, an email will be sent to it. The link in it counts for one hour.';

const contextOf = (mailId: string) => `forgotten password ${mailId}`;

/**
 * Takes note that somebody has forgotten the password of an address. Whether it is anybody's is looked
 * up by a job, so that the answer is the same, and takes as long, for every address.
 */
export async function askForReset({ database, limits, queue, sealer }: Services, email: string) {
  const address = email.trim().toLowerCase();
  if (!isEmail(address)) throw refused('Invalid email address');
  await limits.take('mail_address', address);
  const mailId = newId();
  const sealedAddress = sealer.seal(address, contextOf(mailId));
  await database.transaction((transaction) =>
    queue.enqueue('start-reset', { mailId, sealedAddress }, { key: mailId, transaction }),
  );
  return { message };
}

/** Sends the reset mail if the address is a user's, also of one without a password: it sets one. */
export async function startReset(services: Services, job: Jobs['start-reset']): Promise<void> {
  const { database, sealer } = services;
  const known = await findAddress(database, sealer.open(job.sealedAddress, contextOf(job.mailId)));
  if (known === undefined) return;
  const userId = asUserId(known.user_id);
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) return;
    // A worker that was killed at its end is followed by another.
    if (await isDecidedOn(transaction, { userId, mailId: job.mailId })) return;
    // A newer mail makes the links of those before it worthless.
    await withdraw(transaction, userId, 'reset_password');
    const code = await issueCode(transaction, sealer, { purpose: 'reset_password', userId });
    await enqueueMail(services, transaction, {
      userId,
      mailId: job.mailId,
      to: user.email,
      mail: { kind: 'reset_password', code },
    });
    await recordActivity(transaction, { userId, event: 'password_reset_asked' });
  });
}
