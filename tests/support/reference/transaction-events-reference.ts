import type pg from 'pg';
import { expect } from 'vitest';

interface LoggedRow {
  id: string;
  superseded: boolean;
  /** True if a posted transaction has ever replaced it. */
  posted: boolean;
  removed: boolean;
  /** The current values of the fields that events can change. */
  current: Record<string, unknown>;
  user_excluded: boolean;
  events: {
    event: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }[];
}

/**
 * Expects the events of a user's transactions to be consistent: the value after each event must be the value before the
 * next event, and the value after the last event must be the current one.
 */
export async function expectEventsToMatchTransactions(
  client: pg.Client,
  userId: string,
  onCovered: (label: string) => void,
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
       ) as current,
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
    const bankEvents = events.filter(({ event }) => event === 'changed' || event === 'returned');
    for (const name of Object.keys(row.current)) {
      const changes = bankEvents.filter(({ after }) => name in after);
      changes.forEach((entry, index) => {
        const next = changes[index + 1]?.before[name] ?? row.current[name];
        expect(entry.after[name], `${name} of ${row.id}`).toEqual(next);
        expect(entry.after[name], `${name} of ${row.id}`).not.toEqual(entry.before[name]);
      });
    }
    const removal = events
      .filter(({ event }) => event === 'removed' || event === 'returned')
      .at(-1);
    // A pending transaction that has posted continues in the events of the posted one.
    if (!row.posted) expect(removal?.event === 'removed', row.id).toBe(row.removed);
    const exclusion = events
      .filter(({ event }) => event === 'excluded' || event === 'included')
      .at(-1);
    if (exclusion !== undefined)
      expect(exclusion.event === 'excluded', row.id).toBe(row.user_excluded);
    if (row.superseded) onCovered('superseded');
    for (const { event } of events) onCovered(event);
  }
}
