import type { AccountFacts } from './accounts.queries.ts';

/** What a sync changed of one account, by name: what it was, and what it became. */
export interface AccountChange {
  /** Our id. */
  account: string;
  /** Empty for an account that is new. */
  before: AccountFacts;
  after: AccountFacts;
}

/** What became of an item's accounts (by our id): those that are new or not what they were, by those names alone. */
export function accountChanges(
  before: ReadonlyMap<string, AccountFacts>,
  after: ReadonlyMap<string, AccountFacts>,
): AccountChange[] {
  return [...after].flatMap(([account, now]) => {
    const was = before.get(account);
    if (was === undefined) return [{ account, before: {}, after: now }];
    const changed = Object.keys(now).filter((fact) => now[fact] !== was[fact]);
    if (changed.length === 0) return [];
    const only = (facts: AccountFacts): AccountFacts =>
      Object.fromEntries(changed.map((fact) => [fact, facts[fact] ?? null]));
    return [{ account, before: only(was), after: only(now) }];
  });
}
