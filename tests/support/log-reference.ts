import type pg from 'pg';
import { expect } from 'vitest';

interface LoggedRow {
  id: string;
  superseded: boolean;
  /** A posted one has taken its place, now or once. */
  posted: boolean;
  removed: boolean;
  is: Record<string, unknown>;
  user_excluded: boolean;
  events: {
    event: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }[];
}

/**
 * The log of a user's transactions is a ledger: what one entry says that something became, the next says
 * that it was, and the last says what it is now.
 */
export async function expectLogToFit(
  client: pg.Client,
  userId: string,
  note: (what: string) => void,
): Promise<void> {
  const { rows } = await client.query<LoggedRow>(
    `select
       t.id, t.superseded,
       exists (
         select 1
         from transaction_events e
         where e.user_id = t.user_id and e.pending_id = t.id
       ) as posted,
       t.removed_at is not null as removed, t.user_excluded,
       jsonb_build_object(
         'amount', t.amount::text, 'pending', t.pending, 'category', t.provider_category
       ) as is,
       (
         select jsonb_agg(
           jsonb_build_object('event', e.event, 'before', e.before, 'after', e.after) order by e.at
         )
         from transaction_events e
         where e.user_id = t.user_id and e.transaction_id = t.id
       ) as events
     from transactions t
     where t.user_id = $1`,
    [userId],
  );
  for (const row of rows) {
    const events = row.events ?? [];
    const byBank = events.filter(({ event }) => event === 'changed' || event === 'returned');
    for (const name of Object.keys(row.is)) {
      const told = byBank.filter(({ after }) => name in after);
      told.forEach((entry, index) => {
        const next = told[index + 1]?.before[name] ?? row.is[name];
        expect(entry.after[name], `${name} of ${row.id}`).toEqual(next);
        expect(entry.after[name], `${name} of ${row.id}`).not.toEqual(entry.before[name]);
      });
    }
    const coming = events.filter(({ event }) => event === 'removed' || event === 'returned').at(-1);
    // What became of one that has posted is the posted one's story.
    if (!row.posted) expect(coming?.event === 'removed', row.id).toBe(row.removed);
    const said = events.filter(({ event }) => event === 'excluded' || event === 'included').at(-1);
    if (said !== undefined) expect(said.event === 'excluded', row.id).toBe(row.user_excluded);
    if (row.superseded) note('superseded');
    for (const { event } of events) note(event);
  }
}
