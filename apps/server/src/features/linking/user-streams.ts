import type { ServerResponse } from 'node:http';
import { listItems } from '../../domain/items/linked-items.queries.ts';
import { listActiveSessions } from '../../identity/sessions.queries.ts';
import type { UserEvent } from '../../platform/events/user-events.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { linkingCopy } from './linking.copy.ts';
import { findSubscription } from './linking.queries.ts';
import { syncStatus } from './sync-status.ts';

// SECURITY: limits. Open event streams in each process.
const maxStreamsOfSession = 5;
const maxStreamsOfUser = 20;
/** Seconds. */
const retryAfter = 60;

/** How long an event waits for others of its kind. Milliseconds. */
const collectDelay = 100;

interface EventStream {
  sessionId: string;
  response: ServerResponse;
}

/** The open event streams of one user in this process. They share one subscription and every read. */
export interface UserStreams {
  readonly size: number;
  /** Makes room for one more stream: ends the session's oldest one. Throws `too_many_requests` if the user has too many. */
  makeRoom(sessionId: string): void;
  /** Adds a stream, and sends it the current state. It is removed when it closes. */
  add(stream: EventStream): void;
  sendHeartbeat(): void;
  /** Ends the streams whose session has ended. */
  endWithSessions(): Promise<void>;
  unsubscribe(): void;
}

/** Subscribes to a user's events, for streams that are added later. */
export function createUserStreams(services: Services, userId: UserId): UserStreams {
  const streams = new Set<EventStream>();
  const pending = new Map<UserEvent, Set<EventStream>>();

  const write = (text: string, recipients: Iterable<EventStream>) => {
    for (const { response } of recipients) if (!response.writableEnded) response.write(text);
  };

  function end(stream: EventStream): void {
    streams.delete(stream);
    stream.response.end();
  }

  async function endWithSessions(): Promise<void> {
    const sessionIds = [...new Set([...streams].map(({ sessionId }) => sessionId))];
    const active = await listActiveSessions(services.database, userId, sessionIds);
    // A stream that was opened meanwhile has a check of its own.
    for (const stream of [...streams])
      if (sessionIds.includes(stream.sessionId) && !active.has(stream.sessionId)) end(stream);
  }

  async function send(topic: UserEvent, recipients: Iterable<EventStream>): Promise<void> {
    if (topic === 'session') return endWithSessions();
    const data = await read[topic](services, userId);
    write(`event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`, recipients);
  }

  // A running sync publishes often: at most one event per topic is pending.
  function push(topic: UserEvent, recipients: Iterable<EventStream>): void {
    const collected = pending.get(topic);
    for (const stream of recipients) collected?.add(stream);
    if (collected !== undefined) return;
    const waiting = new Set(recipients);
    pending.set(topic, waiting);
    setTimeout(() => {
      pending.delete(topic);
      send(topic, waiting).catch(() => [...waiting].forEach(end));
    }, collectDelay);
  }

  const unsubscribe = services.userEvents.subscribe(userId, (topic) => push(topic, streams));

  return {
    get size() {
      return streams.size;
    },
    makeRoom(sessionId) {
      const [oldest, ...others] = [...streams].filter((stream) => stream.sessionId === sessionId);
      if (oldest !== undefined && others.length + 1 >= maxStreamsOfSession) end(oldest);
      if (streams.size >= maxStreamsOfUser)
        throw new Failure('too_many_requests', linkingCopy.tooManyStreams, { retryAfter });
    },
    add(stream) {
      streams.add(stream);
      stream.response.on('close', () => streams.delete(stream));
      // The session may have ended since the request was authenticated.
      for (const topic of ['session', 'subscription', 'sync'] as const) push(topic, [stream]);
    },
    sendHeartbeat: () => write(': heartbeat\n\n', streams),
    endWithSessions,
    unsubscribe,
  };
}

/** Reads what an event tells. */
const read = {
  sync: async ({ database, clock }: Services, userId: UserId) =>
    syncStatus(await listItems(database, userId), clock.now()),
  subscription: async ({ database }: Services, userId: UserId) => {
    const row = await findSubscription(database, userId);
    return { subscription_status: row?.paid === true ? 'paid' : 'free' };
  },
};
