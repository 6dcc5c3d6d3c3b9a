import { accountOf } from '../../domain/account-rows.ts';
import { lockRowsOf, repairTransfers } from '../../domain/transfer-pairs.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findAccount, renameAccount, setHidden, tellDecision } from './accounts.queries.ts';

const longestName = 80;
// An account of many years may have thousands of transfers to be worked out anew. Milliseconds.
const longestWrite = { statementTimeout: 20_000 };

/**
 * Renames an account, or takes the name back (null); hides it from every list of accounts and every
 * total, or shows it again. The transfers of a hidden account are none any more: they are worked out
 * anew in the same transaction.
 */
export async function changeAccount(
  { database }: Services,
  userId: UserId,
  providerAccountId: string,
  change: { name?: string | null; hidden?: boolean },
) {
  const name = change.name === undefined ? undefined : nameOf(change.name);
  return database.transaction(async (transaction) => {
    await lockRowsOf(transaction, userId);
    const account = await findAccount(transaction, userId, providerAccountId);
    if (account === undefined) throw notFound('account');
    if (name !== undefined) await renameAccount(transaction, userId, account.id, name);
    const { hidden } = change;
    if (hidden !== undefined && (await setHidden(transaction, userId, account.id, hidden))) {
      await repairTransfers(transaction, userId, { rows: [], accounts: [account.id] });
      const event = hidden ? 'hidden' : 'shown';
      await tellDecision(transaction, userId, account.id, { event });
    }
    const changed = await findAccount(transaction, userId, providerAccountId);
    if (changed === undefined) throw notFound('account');
    if (changed.name !== account.name)
      await tellDecision(transaction, userId, account.id, {
        event: name === null ? 'name_restored' : 'renamed',
        before: account.name,
        after: changed.name,
      });
    return accountOf(changed);
  }, longestWrite);
}

/** A name as it is kept; null takes the user's name back. */
function nameOf(given: string | null): string | null {
  if (given === null) return null;
  const name = given.trim();
  if (name === '') throw refused('Please enter a name.');
  if (name.length > longestName)
    throw refused(`A name has at most ${longestName} characters; this one has ${name.length}.`);
  return name;
}
