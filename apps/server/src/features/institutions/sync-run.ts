import type { AccountRow } from '../../domain/account-rows.ts';
import type { ItemRow } from '../../domain/linked-items.queries.ts';
import { moneyOrNull } from '../../domain/money.ts';
import { pastSyncErrorMessage } from '../../items/item-messages.ts';
import type { LoggedAccount, RunRow } from './institutions.queries.ts';

/** What a sync brought, in the words of the wire; accounts that are here no more are left out. */
export const runOf = (
  run: RunRow,
  { institution_name }: ItemRow,
  accounts: readonly AccountRow[],
) => ({
  at: run.finished_at.toISOString(),
  added: run.added,
  modified: run.modified,
  removed: run.removed,
  error: pastSyncErrorMessage(run.error, institution_name),
  accounts: run.accounts.flatMap((logged) => {
    const account = accounts.find(({ id }) => id === logged.account);
    return account === undefined ? [] : [changedAccount(logged, account)];
  }),
});

function changedAccount({ before, after }: LoggedAccount, account: AccountRow) {
  const isNew = Object.keys(before).length === 0;
  // What an account has is its current balance, or its available one where its bank tells no current one.
  const counted = account.current_balance === null ? 'available' : 'current';
  const changed = (['name', 'type', 'limit'] as const).filter((fact) => fact in before);
  return {
    account_id: account.provider_account_id,
    name: account.name,
    currency: account.currency,
    is_new: isNew,
    balance:
      counted in after
        ? {
            before: moneyOrNull(before[counted] ?? null),
            after: moneyOrNull(after[counted] ?? null),
          }
        : null,
    closed: after.closed === 'true',
    reopened: before.closed === 'true',
    changed: [
      ...changed,
      ...('mask' in before ? (['number'] as const) : []),
      ...('subtype' in before && !('type' in before) ? (['type'] as const) : []),
    ],
  };
}
