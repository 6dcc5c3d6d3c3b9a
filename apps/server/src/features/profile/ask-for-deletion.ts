import { requireFreshSignIn } from '../../domain/fresh-sign-in.ts';
import { endSessions, isFreshSession } from '../../domain/sessions.queries.ts';
import type { Identity } from '../../platform/http/handler.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import {
  findHeld,
  forgetCodes,
  forgetIdentities,
  freeAddresses,
  markLeaving,
} from './deletion.queries.ts';

/** Returns what deleting the account would delete and revoke, and how it must be confirmed. */
export async function whatGoes({ database, exchange }: Services, { userId, sessionId }: Identity) {
  const preview = await findHeld(database, userId);
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
 * the address, and enqueues the job that revokes access at the providers and deletes the rows. The job waits
 * for providers that are unavailable.
 */
export async function askForDeletion(
  services: Services,
  identity: Identity,
  password: string | undefined,
): Promise<void> {
  const { database, queue, log } = services;
  const { userId } = identity;
  await requireFreshSignIn(services, identity, password);
  await database.transaction(async (transaction) => {
    if (!(await markLeaving(transaction, userId))) return;
    await freeAddresses(transaction, userId);
    await forgetIdentities(transaction, userId);
    await forgetCodes(transaction, userId);
    await endSessions(transaction, userId);
    await queue.enqueue('delete-user', { userId, attempt: 1 }, { key: userId, transaction });
  });
  log.info({ event: 'deletion_asked', user_id: userId });
}
