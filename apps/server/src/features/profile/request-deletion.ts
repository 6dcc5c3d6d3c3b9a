import { revokeSessions } from '../../identity/sessions.queries.ts';
import { hasRecentFactor } from '../../identity/step-up.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import {
  deleteAddresses,
  deleteIdentities,
  deleteOneTimeCodes,
  deletePasskeyCredentials,
  findDeletionPreview,
  markDeletionRequested,
} from './deletion.queries.ts';

/** Returns what deleting the account would delete and revoke, and how it must be confirmed. */
export async function previewDeletion({ database, exchange }: Services, identity: CallerIdentity) {
  const preview = await findDeletionPreview(database, identity.userId);
  if (preview === undefined) throw new Failure('unauthenticated');
  const { institutions, accounts, transactions, paid, has_apple, exchanges, has_password } =
    preview;
  return {
    institutions,
    providers: [
      ...(has_apple ? ['Apple'] : []),
      ...exchanges.map((key) => (key === exchange?.key ? exchange.name : key)),
    ],
    accounts,
    transactions,
    subscription: paid,
    has_password,
    fresh: await hasRecentFactor(database, identity),
  };
}

/**
 * Requests the deletion of the account. One transaction ends every session, releases the address, and enqueues the job
 * that revokes access at the providers and deletes the rows. The job retries unavailable providers for up to three
 * days. Only the first of several concurrent requests has an effect.
 */
export async function requestDeletion(services: Services, userId: UserId): Promise<void> {
  const { database, queue, log } = services;
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
