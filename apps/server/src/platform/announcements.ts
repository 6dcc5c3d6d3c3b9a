import type { Database, Queries } from './database.ts';
import type { UserId } from './identifiers.ts';
import type { Logger } from './log.ts';
import { owned } from './owned-sql.ts';

/** What changed for a user. The event carries no data: the subscriber reads the new state itself. */
export type Topic = 'sync' | 'subscription' | 'session';

/** Publishes changes of a user's data to every process, and through it to every open browser. */
export interface Announcements {
  start(): Promise<void>;
  /** Inside a transaction, the event is sent when the transaction commits. */
  announce(queries: Queries, userId: UserId, topic: Topic): Promise<void>;
  /** Calls `listener` for each event of this user. Returns a function that unsubscribes. */
  subscribe(userId: UserId, listener: (topic: Topic) => void): () => void;
  stop(): Promise<void>;
}

/** The PostgreSQL notification channel. */
export const announcementsChannel = 'cairn_announcements';

/** Publishes an event of a user. Inside a transaction, it is sent when the transaction commits. */
export async function announce(queries: Queries, userId: UserId, topic: Topic): Promise<void> {
  await queries.run(
    owned`select pg_notify(${announcementsChannel}, ${userId}::text || ' ' || ${topic}::text)`,
  );
}

/** Milliseconds. */
const reconnectDelay = 1_000;

/** User events over LISTEN and NOTIFY, on one connection per process. */
export function createAnnouncements(database: Database, log: Logger): Announcements {
  const listeners = new Map<string, Set<(topic: Topic) => void>>();
  let stopped = false;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let disconnect: (() => Promise<void>) | undefined;

  async function connect(): Promise<void> {
    const client = await database.connectListener();
    disconnect = () => client.end();
    const onEnd = () => {
      disconnect = undefined;
      if (!stopped) reconnectTimer = setTimeout(reconnect, reconnectDelay);
    };
    client.once('end', onEnd);
    client.on('error', () => log.warn({ event: 'announcements_lost' }));
    client.on('notification', ({ payload }) => deliver(payload ?? ''));
    await client.query(`listen ${announcementsChannel}`);
  }

  function reconnect(): void {
    connect().catch(() => {
      if (!stopped) reconnectTimer = setTimeout(reconnect, reconnectDelay);
    });
  }

  function deliver(payload: string): void {
    const [userId = '', topic] = payload.split(' ');
    if (topic !== 'sync' && topic !== 'subscription' && topic !== 'session') return;
    for (const listener of listeners.get(userId) ?? []) listener(topic);
  }

  return {
    start: () => connect(),
    announce,
    subscribe(userId, listener) {
      const userListeners = listeners.get(userId) ?? new Set();
      listeners.set(userId, userListeners.add(listener));
      return () => {
        userListeners.delete(listener);
        if (userListeners.size === 0) listeners.delete(userId);
      };
    },
    async stop() {
      stopped = true;
      clearTimeout(reconnectTimer);
      await disconnect?.();
    },
  };
}
