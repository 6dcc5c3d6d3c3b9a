import type { Queries } from '../database/database.ts';
import { directory } from '../database/owned-sql.ts';

/** Stores an event under the provider's ID for it. Resolves to false if it was stored before. */
export const insertWebhookEvent = async (
  queries: Queries,
  event: { provider: string; eventId: string; body: unknown },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into webhook_events (provider, event_id, body)
    values (${event.provider}, ${event.eventId}, ${JSON.stringify(event.body)}::jsonb)
    on conflict (provider, event_id) do nothing`)) === 1;

/** Reads the body of an unprocessed event. */
export const readWebhookEvent = (queries: Queries, provider: string, eventId: string) =>
  queries.row<{ body: unknown }>(directory`
    select body
    from webhook_events
    where provider = ${provider}
      and event_id = ${eventId}
      and processed_at is null`);

/** Locks an unprocessed event, so that only one worker processes it. */
export const lockWebhookEvent = (queries: Queries, provider: string, eventId: string) =>
  queries.row(directory`
    select 1
    from webhook_events
    where provider = ${provider}
      and event_id = ${eventId}
      and processed_at is null
    for update`);

/**
 * Marks an event as processed. Clears its body unless it is deferred. Its ID is kept, so that a repeated event is
 * detected.
 */
export const markWebhookEventProcessed = (queries: Queries, provider: string, eventId: string) =>
  queries.run(directory`
    update webhook_events
    set
      processed_at = now(),
      body = case when deferred_for is not null then body end
    where provider = ${provider}
      and event_id = ${eventId}`);

/**
 * Defers an event until its user or item is known. Each call also discards a few events that have been
 * deferred for 30 days.
 */
export async function deferWebhookEvent(
  queries: Queries,
  event: { provider: string; eventId: string; deferredFor: string },
): Promise<void> {
  await queries.run(directory`
    update webhook_events
    set deferred_for = ${event.deferredFor}
    where provider = ${event.provider}
      and event_id = ${event.eventId}`);
  await queries.run(directory`
    update webhook_events
    set
      deferred_for = null,
      body = null
    where (provider, event_id) in (
      select
        provider,
        event_id
      from webhook_events
      where deferred_for is not null
        and received_at < now() - interval '30 days'
      limit 10
      for update skip locked
    )`);
}

/**
 * Makes the events that were deferred for this user or item unprocessed again. Returns their IDs, oldest event first.
 */
export const releaseDeferredEvents = async (
  queries: Queries,
  provider: string,
  deferredFor: string,
): Promise<string[]> => {
  const rows = await queries.rows<{ event_id: string }>(directory`
    with released as (
      update webhook_events
      set
        deferred_for = null,
        processed_at = null
      where provider = ${provider}
        and deferred_for = ${deferredFor}
      returning
        event_id,
        received_at
    )
    select event_id
    from released
    order by received_at`);
  return rows.map(({ event_id }) => event_id);
};

/** Discards the events that are deferred for this user or item, and clears their bodies. */
export const discardDeferredEvents = (queries: Queries, provider: string, deferredFor: string) =>
  queries.run(directory`
    update webhook_events
    set
      deferred_for = null,
      body = null
    where provider = ${provider}
      and deferred_for = ${deferredFor}`);
