import type { FastifyReply, FastifyRequest } from 'fastify';
import { listItems } from '../../domain/items/linked-items.queries.ts';
import { isActiveSession } from '../../identity/sessions.queries.ts';
import type { UserEvent } from '../../platform/events/user-events.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { findSubscription } from './linking.queries.ts';
import { syncStatus } from './sync-status.ts';

// Proxies close a silent stream after about a minute. Milliseconds.
const heartbeatInterval = 20_000;
// The client reconnects, and its token is checked again. Milliseconds.
const maxDuration = 15 * 60_000;

/**
 * Streams server-sent events to one user: `sync` with the response of GET /user/sync, and `subscription` with
 * `{subscription_status}`. Both are sent once at the start, so that a client that reconnects is up to date
 * without further requests. The stream ends with its session.
 */
export async function streamEvents(
  services: Services,
  {
    identity,
    request,
    reply,
  }: { identity: CallerIdentity; request: FastifyRequest; reply: FastifyReply },
): Promise<null> {
  const { userId } = identity;
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...currentHeaders(reply),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const endIfSessionEnded = async () => {
    if (!(await isActiveSession(services.database, identity))) raw.end();
  };
  const send = async (topic: UserEvent) => {
    if (topic === 'session') return endIfSessionEnded();
    const data =
      topic === 'sync'
        ? await readSyncStatus(services, identity)
        : await readSubscription(services, identity);
    if (!raw.writableEnded) raw.write(`event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const pending = new Set<UserEvent>();
  // A running sync publishes often: at most one event per topic is pending.
  const push = (topic: UserEvent) => {
    if (pending.has(topic)) return;
    pending.add(topic);
    setTimeout(() => {
      pending.delete(topic);
      send(topic).catch(() => raw.end());
    }, 100);
  };
  const unsubscribe = services.userEvents.subscribe(userId, push);
  const heartbeat = setInterval(() => {
    if (!raw.writableEnded) raw.write(': heartbeat\n\n');
    // Catches a session that expired, or whose end was published while the subscription was down. If the
    // database is unavailable, the next heartbeat checks again.
    endIfSessionEnded().catch(() => undefined);
  }, heartbeatInterval);
  const durationTimer = setTimeout(() => raw.end(), maxDuration);
  const close = () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(durationTimer);
    openStreams.delete(raw);
  };
  openStreams.add(raw);
  raw.on('close', close);
  request.log.debug({ event: 'stream_opened', user_id: userId });
  // The session may have ended since the request was authenticated.
  push('session');
  push('subscription');
  push('sync');
  return null;
}

const openStreams = new Set<FastifyReply['raw']>();

/** Ends every open stream, so that a process that shuts down need not wait for them. */
export function closeStreams(): void {
  for (const raw of openStreams) raw.end();
}

async function readSyncStatus({ database, clock }: Services, { userId }: CallerIdentity) {
  return syncStatus(await listItems(database, userId), clock.now());
}

async function readSubscription({ database }: Services, { userId }: CallerIdentity) {
  const row = await findSubscription(database, userId);
  return { subscription_status: row?.paid === true ? 'paid' : 'free' };
}

/** The security headers that were set before the reply was hijacked. */
function currentHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
