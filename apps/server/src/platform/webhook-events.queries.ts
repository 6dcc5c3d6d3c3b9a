import type { Queries } from './database.ts';
import { directory } from './owned-sql.ts';

/** Stores an event under the provider's id; false if it was stored before. */
export const storeWebhookEvent = async (
  queries: Queries,
  event: { provider: string; eventId: string; body: unknown },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into webhook_events (provider, event_id, body)
    values (${event.provider}, ${event.eventId}, ${JSON.stringify(event.body)}::jsonb)
    on conflict (provider, event_id) do nothing`)) === 1;

/** What an event says that is not worked off yet. */
export const readWebhookEvent = (queries: Queries, provider: string, eventId: string) =>
  queries.row<{ body: unknown }>(directory`
    select body
    from webhook_events
    where provider = ${provider}
      and event_id = ${eventId}
      and worked_off_at is null`);

/** An event that is not worked off yet, locked so that one worker has it. */
export const lockWebhookEvent = (queries: Queries, provider: string, eventId: string) =>
  queries.row(directory`
    select 1
    from webhook_events
    where provider = ${provider}
      and event_id = ${eventId}
      and worked_off_at is null
    for update`);

/** An event is done with. What it said goes, unless it waits; its id stays, to know a repetition by. */
export const markWorkedOff = (queries: Queries, provider: string, eventId: string) =>
  queries.run(directory`
    update webhook_events
    set
      worked_off_at = now(),
      body = case when waits_for is not null then body end
    where provider = ${provider}
      and event_id = ${eventId}`);

/**
 * Sets an event aside until what it speaks of is known. Those for whom nobody came in 30 days are
 * forgotten, a few with every new one.
 */
export async function setEventAside(
  queries: Queries,
  event: { provider: string; eventId: string; waitsFor: string },
): Promise<void> {
  await queries.run(directory`
    update webhook_events
    set waits_for = ${event.waitsFor}
    where provider = ${event.provider}
      and event_id = ${event.eventId}`);
  await queries.run(directory`
    update webhook_events
    set
      waits_for = null,
      body = null
    where (provider, event_id) in (
      select
        provider,
        event_id
      from webhook_events
      where waits_for is not null
        and received_at < now() - interval '30 days'
      limit 10
      for update skip locked
    )`);
}

/**
 * The events that waited for this, oldest first; they wait no longer, and are to be worked off like
 * new ones.
 */
export const takeEventsSetAside = async (
  queries: Queries,
  provider: string,
  waitsFor: string,
): Promise<string[]> => {
  const rows = await queries.rows<{ event_id: string }>(directory`
    with taken as (
      update webhook_events
      set
        waits_for = null,
        worked_off_at = null
      where provider = ${provider}
        and waits_for = ${waitsFor}
      returning
        event_id,
        received_at
    )
    select event_id
    from taken
    order by received_at`);
  return rows.map(({ event_id }) => event_id);
};

/** Nobody will come for the events that wait for this: what they say goes. */
export const forgetEventsSetAside = (queries: Queries, provider: string, waitsFor: string) =>
  queries.run(directory`
    update webhook_events
    set
      waits_for = null,
      body = null
    where provider = ${provider}
      and waits_for = ${waitsFor}`);
