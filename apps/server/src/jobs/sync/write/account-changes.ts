import type { AccountFacts } from './accounts.queries.ts';

/** What a sync changed in one account: the old and new values of the changed fields. */
export interface AccountChange {
  /** The account's id in Cairn. */
  account: string;
  /** Empty for a new account. */
  before: AccountFacts;
  after: AccountFacts;
}

/** Compares an item's accounts (by id) before and after a sync. Returns the new and the changed ones. */
export function listAccountChanges(
  before: ReadonlyMap<string, AccountFacts>,
  after: ReadonlyMap<string, AccountFacts>,
): AccountChange[] {
  return [...after].flatMap(([account, current]) => {
    const previous = before.get(account);
    if (previous === undefined) return [{ account, before: {}, after: current }];
    const changed = Object.keys(current).filter((fact) => current[fact] !== previous[fact]);
    if (changed.length === 0) return [];
    const pickChanged = (facts: AccountFacts): AccountFacts =>
      Object.fromEntries(changed.map((fact) => [fact, facts[fact] ?? null]));
    return [{ account, before: pickChanged(previous), after: pickChanged(current) }];
  });
}
