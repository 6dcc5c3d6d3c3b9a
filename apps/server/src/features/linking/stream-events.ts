import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { createUserStreams, type UserStreams } from './user-streams.ts';

// Milliseconds.
/** Proxies close a silent stream after about a minute. */
const defaultHeartbeatInterval = 20_000;
/** The client reconnects, and its token is checked again. */
const maxDuration = 15 * 60_000;

const openStreams = new Set<FastifyReply['raw']>();

/** Ends every open stream, so that a process that shuts down need not wait for them. */
export function closeStreams(): void {
  for (const raw of openStreams) raw.end();
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
  const visits = visitInTurn(users, heartbeatInterval);

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
    users.get(userId)?.makeRoom(sessionId);
    reply.hijack();
    // The client has disconnected meanwhile, so no event will tell that the stream closed.
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
    streams.add({ sessionId, response: raw });
    visits.schedule();
    const durationTimer = setTimeout(() => raw.end(), maxDuration);
    raw.on('close', () => {
      clearTimeout(durationTimer);
      openStreams.delete(raw);
      if (streams.size > 0 || users.get(userId) !== streams) return;
      streams.unsubscribe();
      users.delete(userId);
    });
    request.log.debug({ event: 'stream_opened', user_id: userId });
    return null;
  };
}

/**
 * Sends each user's heartbeats and checks the user's sessions, once per interval. The check catches a session that
 * expired, or whose end was published while the subscription was down. The users are visited at even distances and
 * checked one at a time, so that thousands of idle streams don't delay other calls. A check that fails is repeated with
 * the next visit.
 */
function visitInTurn(users: Map<UserId, UserStreams>, interval: number) {
  let timer: NodeJS.Timeout | undefined;
  let checking = false;

  function visitNext(): void {
    timer = undefined;
    const [next] = users;
    if (next === undefined) return;
    const [userId, streams] = next;
    // To the end of the line.
    users.delete(userId);
    users.set(userId, streams);
    streams.sendHeartbeat();
    if (!checking) {
      checking = true;
      streams
        .endWithSessions()
        .catch(() => undefined)
        .finally(() => {
          checking = false;
        });
    }
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || users.size === 0) return;
    timer = setTimeout(visitNext, interval / users.size).unref();
  }

  return { schedule };
}

/** The security headers that were set before the reply was hijacked. */
function currentHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
