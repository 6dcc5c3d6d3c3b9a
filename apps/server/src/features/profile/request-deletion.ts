import { reauthenticate } from '../../identity/reauthenticate.ts';
import { isFreshSession, revokeSessions } from '../../identity/sessions.queries.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import {
  deleteAddresses,
  deleteIdentities,
  deleteOneTimeCodes,
  deletePasskeyCredentials,
  findDeletionPreview,
  isDeletionRequested,
  markDeletionRequested,
} from './deletion.queries.ts';

/** Returns what deleting the account would delete and revoke, and how it must be confirmed. */
export async function previewDeletion(
  { database, exchange }: Services,
  { userId, sessionId }: CallerIdentity,
) {
  const preview = await findDeletionPreview(database, userId);
  if (preview === undefined) throw new Failure('unauthenticated');
  const { institutions, accounts, transactions, paid, apple, exchanges, has_password } = preview;
  return {
    institutions,
    providers: [
      ...(apple ? ['Apple'] : []),
      ...exchanges.map((key) => (key === exchange?.key ? exchange.name : key)),
    ],
    accounts,
    transactions,
    subscription: paid,
    has_password,
    fresh: await isFreshSession(database, sessionId),
  };
}

/**
 * Requests the deletion of the account, after reauthentication. In one transaction it ends every session, frees
 * the address, and enqueues the job that revokes access at the providers and deletes the rows. The job retries
 * unavailable providers for up to three days. Only the first of several concurrent requests has an effect.
 */
export async function requestDeletion(
  services: Services,
  identity: CallerIdentity,
  password: string | undefined,
): Promise<void> {
  const { database, queue, log } = services;
  const { userId } = identity;
  try {
    await reauthenticate(services, identity, password);
  } catch (error) {
    // A concurrent request has already ended the session and removed the password that this one would be checked with.
    if (await isDeletionRequested(database, userId)) return;
    throw error;
  }
  await database.transaction(async (transaction) => {
    if (!(await markDeletionRequested(transaction, userId))) return;
    await deleteAddresses(transaction, userId);
    await deleteIdentities(transaction, userId);
    await deletePasskeyCredentials(transaction, userId);
    await deleteOneTimeCodes(transaction, userId);
    await revokeSessions(transaction, userId);
    await queue.enqueue('delete-user', { userId, attempt: 1 }, { key: userId, transaction });
  });
  log.info({ event: 'deletion_requested', user_id: userId });
}
