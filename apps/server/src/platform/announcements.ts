import type { Database, Queries } from './database.ts';
import type { UserId } from './identifiers.ts';
import type { Logger } from './log.ts';
import { owned } from './owned-sql.ts';

/** What changed for a user. The listener reads the state itself; an announcement carries none. */
export type Topic = 'sync' | 'subscription' | 'session';

/** Tells every process, and through it every open page, that something changed for a user. */
export interface Announcements {
  start(): Promise<void>;
  /** Sent when the transaction commits, if `queries` is one. */
  announce(queries: Queries, userId: UserId, topic: Topic): Promise<void>;
  /** Calls `listener` at each announcement for this user until the answer is called. */
  subscribe(userId: UserId, listener: (topic: Topic) => void): () => void;
  stop(): Promise<void>;
}

/** Where announcements are sent, in the database's own words. */
export const announcementsChannel = 'cairn_announcements';

/** Announces a topic to a user's open pages, once the transaction commits, if `queries` is one. */
export async function announce(queries: Queries, userId: UserId, topic: Topic): Promise<void> {
  await queries.run(
    owned`select pg_notify(${announcementsChannel}, ${userId}::text || ' ' || ${topic}::text)`,
  );
}

const reconnectAfter = 1_000;

/** Announcements over LISTEN and NOTIFY, on one connection per process. */
export function createAnnouncements(database: Database, log: Logger): Announcements {
  const listeners = new Map<string, Set<(topic: Topic) => void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let disconnect: (() => Promise<void>) | undefined;

  async function connect(): Promise<void> {
    const client = await database.connectListener();
    disconnect = () => client.end();
    const lost = () => {
      disconnect = undefined;
      if (!stopped) timer = setTimeout(reconnect, reconnectAfter);
    };
    client.once('end', lost);
    client.on('error', () => log.warn({ event: 'announcements_lost' }));
    client.on('notification', ({ payload }) => deliver(payload ?? ''));
    await client.query(`listen ${announcementsChannel}`);
  }

  function reconnect(): void {
    connect().catch(() => {
      if (!stopped) timer = setTimeout(reconnect, reconnectAfter);
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
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(userId);
      };
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await disconnect?.();
    },
  };
}
