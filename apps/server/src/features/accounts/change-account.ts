import { formatMessage } from '@cairn/contract/text/copy';
import { toAccount } from '../../domain/balances/account-rows.ts';
import {
  lockTransactions,
  rematchTransfers,
} from '../../domain/transactions/transfer-pairs.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountsCopy } from './accounts.copy.ts';
import { findAccount, recordDecision, renameAccount, setHidden } from './accounts.queries.ts';

const maxNameLength = 80;
// In milliseconds. An account with many years of history may have thousands of transfers to rematch.
const transactionOptions = { statementTimeout: 20_000 };

/**
 * Renames an account, or restores the institution's name (null); hides it from account lists and totals, or unhides
 * it. Hiding unpairs its internal transfers, which are rematched in the same database transaction. Throws 404 for
 * an unknown account, 422 for an invalid name.
 */
export async function changeAccount(
  { database }: Services,
  userId: UserId,
  providerAccountId: string,
  change: { name?: string | null; hidden?: boolean },
) {
  const name = change.name === undefined ? undefined : parseName(change.name);
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const account = await findAccount(transaction, userId, providerAccountId);
    if (account === undefined) throw notFound('account');
    if (name !== undefined) await renameAccount(transaction, userId, account.id, name);
    const { hidden } = change;
    if (hidden !== undefined && (await setHidden(transaction, userId, account.id, hidden))) {
      await rematchTransfers(transaction, userId, { rows: [], accounts: [account.id] });
      const event = hidden ? 'hidden' : 'shown';
      await recordDecision(transaction, userId, account.id, { event });
    }
    const changed = await findAccount(transaction, userId, providerAccountId);
    if (changed === undefined) throw notFound('account');
    if (changed.name !== account.name)
      await recordDecision(transaction, userId, account.id, {
        event: name === null ? 'name_restored' : 'renamed',
        before: account.name,
        after: changed.name,
      });
    return toAccount(changed);
  }, transactionOptions);
}

/** Returns the trimmed name, or null to restore the institution's name. */
function parseName(input: string | null): string | null {
  if (input === null) return null;
  const name = input.trim();
  if (name === '') throw unprocessable(accountsCopy.nameRequired);
  const { length } = [...name];
  if (length > maxNameLength)
    throw unprocessable(formatMessage(accountsCopy.nameTooLong, { limit: maxNameLength, length }));
  return name;
}
