import { createServices } from '../apps/server/src/create-services.ts';
import { readSettings } from '../apps/server/src/env.ts';
import { asUserId, newId, type UserId } from '../apps/server/src/platform/identifiers.ts';
import { createLogger } from '../apps/server/src/platform/log.ts';
import type { BenchServer } from './bench-server.ts';
import { withDatabase } from './bench-user.ts';
import { seedTransactions } from './seed-transactions.ts';

/** A session of a paid user. */
export interface BenchSession {
  userId: UserId;
  token: string;
}

/** Creates paid users with one session each, without signing up, which would hash a password for each. */
export async function createSessions(server: BenchServer, count: number): Promise<BenchSession[]> {
  const settings = readSettings({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });
  const services = createServices(settings, createLogger('silent'));
  const users = Array.from({ length: count }, () => ({
    userId: asUserId(newId()),
    sessionId: newId(),
  }));
  await withDatabase(server, (client) =>
    client.query(
      `with created as (
         insert into users (user_id, email, paid_until)
         select user_id, user_id::text, 'infinity' from unnest($1::uuid[]) user_id
       )
       insert into sessions (user_id, session_id, device)
       select user_id, session_id, 'bench' from unnest($1::uuid[], $2::uuid[]) u (user_id, session_id)`,
      [users.map(({ userId }) => userId), users.map(({ sessionId }) => sessionId)],
    ),
  );
  const sessions = await Promise.all(
    users.map(async (session) => ({
      userId: session.userId,
      token: await services.tokens.sign(
        { ...session, username: session.userId, subscription: 'paid', emailVerified: true },
        3_600,
      ),
    })),
  );
  await services.database.close();
  return sessions;
}

/** Creates paid users with a session and `transactions` transactions each. */
export async function createSeededSessions(
  server: BenchServer,
  count: number,
  transactions: number,
): Promise<BenchSession[]> {
  const sessions = await createSessions(server, count);
  await withDatabase(server, async (client) => {
    for (const { userId } of sessions) await seedTransactions(client, userId, transactions);
    await client.query('vacuum analyze transactions');
  });
  return sessions;
}
