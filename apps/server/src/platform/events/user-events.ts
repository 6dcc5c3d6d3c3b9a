import type { Database, Queries } from '../database/database.ts';
import { isReadOnlyError } from '../database/database-errors.ts';
import { owned } from '../database/owned-sql.ts';
import type { UserId } from '../identifiers.ts';
import type { Logger } from '../log.ts';

/** What changed for a user. The event contains no data: the subscriber reads the new state itself. */
export type UserEvent = 'sync' | 'subscription' | 'session';

/** Publishes changes of a user's data to every process, which passes them on to open browsers. */
export interface UserEvents {
  /** Resolves without a connection if the database is read-only, and connects as soon as it accepts changes. */
  start(): Promise<void>;
  /** Inside a transaction, the event is sent when the transaction commits. */
  publish(queries: Queries, userId: UserId, topic: UserEvent): Promise<void>;
  /** Calls `listener` for each event of this user. Returns a function that unsubscribes. */
  subscribe(userId: UserId, listener: (topic: UserEvent) => void): () => void;
  /**
   * Calls `listener` each time a lost connection has been reopened. Events that were published in the meantime are
   * lost.
   */
  onReconnect(listener: () => void): void;
  stop(): Promise<void>;
}

/** The PostgreSQL notification channel. */
export const userEventsChannel = 'cairn_user_events';

/** Publishes an event of a user. Inside a transaction, it is sent when the transaction commits. */
export async function publishUserEvent(
  queries: Queries,
  userId: UserId,
  topic: UserEvent,
): Promise<void> {
  await queries.run(
    owned`select pg_notify(${userEventsChannel}, ${userId}::text || ' ' || ${topic}::text)`,
  );
}

/** In milliseconds: the delay before a lost connection is opened again. */
const reconnectDelay = 1_000;

/** Creates user events over LISTEN and NOTIFY, on one connection per process. */
export function createUserEvents(database: Database, log: Logger): UserEvents {
  const listeners = new Map<string, Set<(topic: UserEvent) => void>>();
  const reconnectListeners = new Set<() => void>();
  let isStopped = false;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let disconnect: (() => Promise<void>) | undefined;

  async function connect(): Promise<void> {
    const client = await database.connectListener();
    client.on('error', () => log.warn({ event: 'user_events_connection_lost' }));
    client.on('notification', ({ payload }) => deliver(payload ?? ''));
    try {
      await client.query(`listen ${userEventsChannel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (isStopped) return client.end();
    disconnect = () => client.end();
    client.once('end', () => {
      disconnect = undefined;
      reconnectLater();
    });
  }

  function reconnectLater(): void {
    if (!isStopped) reconnectTimer = setTimeout(() => void reconnect(), reconnectDelay);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
    } catch {
      return reconnectLater();
    }
    for (const listener of reconnectListeners) listener();
  }

  function deliver(payload: string): void {
    const [userId = '', topic] = payload.split(' ');
    if (topic !== 'sync' && topic !== 'subscription' && topic !== 'session') return;
    for (const listener of listeners.get(userId) ?? []) listener(topic);
  }

  return {
    async start() {
      try {
        await connect();
      } catch (error) {
        if (!isReadOnlyError(error)) throw error;
        reconnectLater();
      }
    },
    publish: publishUserEvent,
    subscribe(userId, listener) {
      const userListeners = listeners.get(userId) ?? new Set();
      listeners.set(userId, userListeners.add(listener));
      return () => {
        userListeners.delete(listener);
        if (userListeners.size === 0) listeners.delete(userId);
      };
    },
    onReconnect: (listener) => void reconnectListeners.add(listener),
    async stop() {
      isStopped = true;
      clearTimeout(reconnectTimer);
      await disconnect?.();
    },
  };
}
