import type { CallBody } from '@cairn/contract/calls';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { listActiveSessions } from '../../../identity/sessions.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { newId } from '../../../platform/identifiers.ts';
import { Failure, unprocessable } from '../../../platform/problem.ts';
import { useStatelessCode } from '../../../platform/secrets/one-time-codes.ts';
import type { SessionRef } from '../../../platform/secrets/session-tokens.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { defaultPasskeyName, parsePasskeyName } from './passkey-name.ts';
import { insertPasskey, listCredentials, reserveCredential } from './passkeys.queries.ts';
import { verifyAttestation } from './verify-attestation.ts';

/** More than a user has in practice. */
const maxPasskeys = 20;

/**
 * Adds a passkey that was created with the options of this session, and emails the user. Throws 422 if it can't be
 * verified or the user has too many, 409 if it was added before, and 401 if the session has ended. `device`: the label
 * of the user's device, after which the passkey is named by default.
 */
export async function addPasskey(
  services: Services,
  { userId, sessionId }: SessionRef,
  { attestation, name: chosenName, device }: CallBody<'POST /user/passkeys'> & { device: string },
): Promise<void> {
  const { database, clock, log } = services;
  const requestedName = chosenName === undefined ? undefined : parsePasskeyName(chosenName);
  const { challenge, ...created } = await verifyAttestation(services, attestation, sessionId);
  const { credentialId, aaguid } = created;
  const name = requestedName ?? defaultPasskeyName(aaguid, device);
  await database.transaction(async (transaction) => {
    // A concurrent password reset holds the lock, ends the session, and removes what was added before.
    const user = await lockCredentials(transaction, userId);
    const active = await listActiveSessions(transaction, userId, [sessionId]);
    if (user === undefined || active.size === 0) throw new Failure('unauthenticated');
    if (!(await useStatelessCode(transaction, { purpose: 'passkey_registration', ...challenge })))
      throw unprocessable(authCopy.passkey.expired);
    if ((await listCredentials(transaction, userId)).length >= maxPasskeys)
      throw unprocessable(authCopy.passkey.tooMany);
    if (!(await reserveCredential(transaction, { credentialId, userId })))
      throw new Failure('conflict', authCopy.passkey.alreadyAdded);
    await insertPasskey(transaction, { ...created, userId, passkeyId: newId(), name });
    await recordActivity(transaction, { userId, event: 'passkey_added', detail: name });
    const mail = { kind: 'passkey_added', name, at: clock.now().toISOString() } as const;
    await enqueueMail(services, transaction, { userId, to: user.email, mail });
  });
  log.info({ event: 'passkey_added', user_id: userId });
}
