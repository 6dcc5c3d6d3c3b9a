import type { ServerResponse } from 'node:http';
import { listItems } from '../../domain/items/linked-items.queries.ts';
import { listActiveSessions } from '../../identity/sessions.queries.ts';
import type { UserEvent } from '../../platform/events/user-events.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { linkingCopy } from './linking.copy.ts';
import { findPaidAccess } from './linking.queries.ts';
import { syncStatus } from './sync-status.ts';

// SECURITY: limits the open event streams in each process.
const maxStreamsOfSession = 5;
const maxStreamsOfUser = 20;
/** In seconds: when a client may try again. */
const retryAfter = 60;

/** In milliseconds: how long further events of a topic are collected before one event is sent. */
const collectDelay = 100;

/** Everything that a stream reports. The session comes first, so that nothing is sent to one that has ended. */
const topics: readonly UserEvent[] = ['session', 'subscription', 'sync'];

interface EventStream {
  sessionId: string;
  response: ServerResponse;
}

/**
 * The open event streams of one user in this process. They share one subscription, and the data of an event is read
 * once for all of them.
 */
export interface UserStreams {
  readonly size: number;
  /**
   * Must be called before a stream is added. If the session has the maximum number of streams, ends its oldest one. If
   * the user has the maximum, throws `too_many_requests`.
   */
  enforceLimits(sessionId: string): void;
  /** Adds a stream, and sends it the current state. It is removed when it closes. */
  add(stream: EventStream): void;
  sendHeartbeat(): void;
  /** Sends the current state to all streams, because events may have been missed. */
  sendState(): Promise<void>;
  /** Ends the streams whose session has ended. */
  endStreamsOfEndedSessions(): Promise<void>;
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

  async function endStreamsOfEndedSessions(): Promise<void> {
    const sessionIds = [...new Set([...streams].map(({ sessionId }) => sessionId))];
    const active = await listActiveSessions(services.database, userId, sessionIds);
    // A stream that was added during the query is checked separately.
    for (const stream of [...streams])
      if (sessionIds.includes(stream.sessionId) && !active.has(stream.sessionId)) end(stream);
  }

  async function send(topic: UserEvent, recipients: Iterable<EventStream>): Promise<void> {
    if (topic === 'session') return endStreamsOfEndedSessions();
    const data = await readData[topic](services, userId);
    write(`event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`, recipients);
  }

  /** Sends an event, or ends the streams if that fails: their clients reconnect, and then get the state. */
  const sendOrEnd = (topic: UserEvent, recipients: ReadonlySet<EventStream>) =>
    send(topic, recipients).catch(() => [...recipients].forEach(end));

  /** Sends an event after `collectDelay`. A running sync publishes often, so at most one event per topic is pending. */
  function push(topic: UserEvent, recipients: Iterable<EventStream>): void {
    const pendingRecipients = pending.get(topic);
    for (const stream of recipients) pendingRecipients?.add(stream);
    if (pendingRecipients !== undefined) return;
    const allRecipients = new Set(recipients);
    pending.set(topic, allRecipients);
    setTimeout(() => {
      pending.delete(topic);
      void sendOrEnd(topic, allRecipients);
    }, collectDelay);
  }

  const unsubscribe = services.userEvents.subscribe(userId, (topic) => push(topic, streams));

  return {
    get size() {
      return streams.size;
    },
    enforceLimits(sessionId) {
      const [oldest, ...others] = [...streams].filter((stream) => stream.sessionId === sessionId);
      if (oldest !== undefined && others.length + 1 >= maxStreamsOfSession) end(oldest);
      if (streams.size >= maxStreamsOfUser)
        throw new Failure('too_many_requests', linkingCopy.tooManyStreams, { retryAfter });
    },
    add(stream) {
      streams.add(stream);
      stream.response.on('close', () => streams.delete(stream));
      // The session may have ended since the request was authenticated.
      for (const topic of topics) push(topic, [stream]);
    },
    async sendState() {
      for (const topic of topics) await sendOrEnd(topic, new Set(streams));
    },
    sendHeartbeat: () => write(': heartbeat\n\n', streams),
    endStreamsOfEndedSessions,
    unsubscribe,
  };
}

/** Reads the data of an event, by topic. */
const readData = {
  sync: async ({ database, clock }: Services, userId: UserId) =>
    syncStatus(await listItems(database, userId), clock.now()),
  subscription: async ({ database }: Services, userId: UserId) => {
    const row = await findPaidAccess(database, userId);
    return { subscription_status: row?.paid === true ? 'paid' : 'free' };
  },
};
