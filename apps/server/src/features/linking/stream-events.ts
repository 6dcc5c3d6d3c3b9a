import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { createUserStreams, type UserStreams } from './user-streams.ts';

// All in milliseconds.
/** Each user's streams get a heartbeat once per interval. Proxies close a silent stream after about a minute. */
const defaultHeartbeatInterval = 20_000;
/** After this time, a stream ends. The client reconnects, so that its token is checked again. */
const maxDuration = 15 * 60_000;
/** The clients of a stopping process reconnect at random times within this period, not all at once. */
const reconnectPeriod = 2_000;

/** How many users are sent their state at the same time after events may have been missed. */
const usersAtOnce = 3;

const openStreams = new Set<FastifyReply['raw']>();

/**
 * Ends all open streams, so that they don't delay the shutdown of the process. First, each client receives the delay
 * after which it reconnects. The client then reaches another process if there is one
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html, `retry`).
 */
export function closeStreams(): void {
  for (const raw of openStreams)
    raw.end(`retry: ${Math.round(Math.random() * reconnectPeriod)}\n\n`);
}

/**
 * Returns the function that streams server-sent events to a user: `sync` with the response of GET /user/sync, and
 * `subscription` with `{subscription_status}`. Both are sent once at the start, so that a client that reconnects is up
 * to date without further requests. The stream ends with its session.
 */
export function createEventStreams(
  services: Services,
  heartbeatInterval = defaultHeartbeatInterval,
) {
  const users = new Map<UserId, UserStreams>();
  const heartbeats = createHeartbeatScheduler(users, heartbeatInterval);
  services.userEvents.onReconnect(() => void sendStateToAll([...users.values()]));

  return async ({
    identity: { userId, sessionId },
    request,
    reply,
  }: {
    identity: CallerIdentity;
    request: FastifyRequest;
    reply: FastifyReply;
  }): Promise<null> => {
    const { raw } = reply;
    users.get(userId)?.enforceLimits(sessionId);
    reply.hijack();
    // If the client has already disconnected, no `close` event follows.
    if (raw.destroyed) return null;
    raw.writeHead(200, {
      ...currentHeaders(reply),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const streams = users.get(userId) ?? createUserStreams(services, userId);
    users.set(userId, streams);
    openStreams.add(raw);
    services.metrics.openStreams.inc();
    streams.add({ sessionId, response: raw });
    heartbeats.scheduleNext();
    const durationTimer = setTimeout(() => raw.end(), maxDuration);
    raw.on('close', () => {
      clearTimeout(durationTimer);
      openStreams.delete(raw);
      services.metrics.openStreams.dec();
      if (streams.size > 0 || users.get(userId) !== streams) return;
      streams.unsubscribe();
      users.delete(userId);
    });
    request.log.debug({ event: 'stream_opened', user_id: userId });
    return null;
  };
}

/** Sends all users their state, few at a time, so that thousands of open streams don't use up the connections. */
async function sendStateToAll(users: readonly UserStreams[]): Promise<void> {
  const queue = users.values();
  const sendNext = async () => {
    for (const streams of queue) await streams.sendState();
  };
  await Promise.all(Array.from({ length: usersAtOnce }, sendNext));
}

/**
 * Sends a heartbeat to each user's streams and checks the user's sessions, once per interval. The check detects a
 * session that has expired, or that ended while the subscription to its events was interrupted. Heartbeats are spread
 * evenly over the interval, and a check is skipped while another user's is running, so that thousands of idle streams
 * don't delay other calls. If a check is skipped or fails, the user is checked at the next heartbeat.
 */
function createHeartbeatScheduler(users: Map<UserId, UserStreams>, interval: number) {
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  function sendNext(): void {
    timer = undefined;
    const [next] = users;
    if (next === undefined) return;
    const [userId, streams] = next;
    // Move the user to the end of the queue.
    users.delete(userId);
    users.set(userId, streams);
    streams.sendHeartbeat();
    if (!isChecking) {
      isChecking = true;
      streams
        .endStreamsOfEndedSessions()
        .catch(() => undefined)
        .finally(() => {
          isChecking = false;
        });
    }
    scheduleNext();
  }

  function scheduleNext(): void {
    if (timer !== undefined || users.size === 0) return;
    timer = setTimeout(sendNext, interval / users.size).unref();
  }

  return { scheduleNext };
}

/** Returns the security headers that were set before the reply was hijacked. */
function currentHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
