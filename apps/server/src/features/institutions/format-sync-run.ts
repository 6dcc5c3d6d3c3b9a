import type { AccountRow } from '../../domain/balances/account-rows.ts';
import type { ItemRow } from '../../domain/items/linked-items.queries.ts';
import { toMoneyOrNull } from '../../domain/money/money.ts';
import { pastSyncErrorMessage } from '../../items/item-messages.ts';
import type { AccountChange, SyncRunRow } from './institutions.queries.ts';

/** Formats a sync run for the API, without accounts that have been deleted since. */
export const formatSyncRun = (
  run: SyncRunRow,
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
    return account === undefined ? [] : [formatAccountChange(logged, account)];
  }),
});

function formatAccountChange({ before, after }: AccountChange, account: AccountRow) {
  const isNew = Object.keys(before).length === 0;
  // The current balance counts, or the available one if the bank reports no current one.
  const balanceField = account.current_balance === null ? 'available' : 'current';
  const changed = (['name', 'type', 'limit'] as const).filter((field) => field in before);
  return {
    account_id: account.provider_account_id,
    name: account.name,
    currency: account.currency,
    is_new: isNew,
    balance:
      balanceField in after
        ? {
            before: toMoneyOrNull(before[balanceField] ?? null),
            after: toMoneyOrNull(after[balanceField] ?? null),
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
