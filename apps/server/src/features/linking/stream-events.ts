import type { FastifyReply, FastifyRequest } from 'fastify';
import { listItems } from '../../domain/linked-items.queries.ts';
import { isLiveSession } from '../../domain/sessions.queries.ts';
import type { Topic } from '../../platform/announcements.ts';
import type { Identity } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';
import { findSubscription } from './linking.queries.ts';
import { syncStatus } from './sync-status.ts';

// Proxies close a silent stream after a minute or so.
const heartbeat = 20_000;
// The token is checked anew when the client connects again.
const longestStream = 15 * 60_000;

/**
 * Server-sent events for one user: `sync` with the reply of GET /user/sync, `subscription` with
 * `{subscription_status}`. Both are sent once at the start, so that a client that was away is up to
 * date without asking. The stream ends with its session.
 */
export async function streamEvents(
  services: Services,
  {
    identity,
    request,
    reply,
  }: { identity: Identity; request: FastifyRequest; reply: FastifyReply },
): Promise<null> {
  const { userId } = identity;
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...plainHeaders(reply),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const endIfOver = async () => {
    if (!(await isLiveSession(services.database, identity))) raw.end();
  };
  const send = async (topic: Topic) => {
    if (topic === 'session') return endIfOver();
    const data =
      topic === 'sync'
        ? await syncOf(services, identity)
        : await subscriptionOf(services, identity);
    if (!raw.writableEnded) raw.write(`event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const pending = new Set<Topic>();
  // Announcements come faster than anyone can read while a sync runs: one of each kind waits at most.
  const push = (topic: Topic) => {
    if (pending.has(topic)) return;
    pending.add(topic);
    setTimeout(() => {
      pending.delete(topic);
      send(topic).catch(() => raw.end());
    }, 100);
  };
  const unsubscribe = services.announcements.subscribe(userId, push);
  const beat = setInterval(() => {
    if (!raw.writableEnded) raw.write(': still here\n\n');
    // An end that was announced while nobody listened, or that time brought. Should the database be away, the next beat asks.
    endIfOver().catch(() => undefined);
  }, heartbeat);
  const end = setTimeout(() => raw.end(), longestStream);
  const close = () => {
    unsubscribe();
    clearInterval(beat);
    clearTimeout(end);
    openStreams.delete(raw);
  };
  openStreams.add(raw);
  raw.on('close', close);
  request.log.debug({ event: 'stream_opened', user_id: userId });
  // It may have ended between the check at the door and here.
  push('session');
  push('subscription');
  push('sync');
  return null;
}

const openStreams = new Set<FastifyReply['raw']>();

/** Ends every open stream, so that a process that is going away need not wait for them. */
export function endStreams(): void {
  for (const raw of openStreams) raw.end();
}

async function syncOf({ database, clock }: Services, { userId }: Identity) {
  return syncStatus(await listItems(database, userId), clock.now());
}

async function subscriptionOf({ database }: Services, { userId }: Identity) {
  const row = await findSubscription(database, userId);
  return { subscription_status: row?.paid === true ? 'paid' : 'free' };
}

/** The security headers that were set before the reply was taken over. */
function plainHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
