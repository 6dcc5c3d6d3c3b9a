import pg from 'pg';
import type { BenchServer } from './bench-server.ts';
import { seedTransactions } from './seed-transactions.ts';

/** A signed-in, paid user of the benchmark. */
export interface BenchUser {
  token: string;
  userId: string;
  sessionId: string;
}

/** Runs `work` with a database connection. */
export async function withDatabase<Result>(
  server: BenchServer,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Signs up a paid user with transactions, and updates the planner's statistics. */
export function createPaidUser(server: BenchServer, transactions: number): Promise<BenchUser> {
  return withDatabase(server, async (client) => {
    const user = await signUpPaid(server, client);
    await seedTransactions(client, user.userId, transactions);
    await client.query('vacuum analyze transactions');
    return user;
  });
}

/** Signs up a user and marks them as paid. */
export async function signUpPaid(server: BenchServer, client: pg.Client): Promise<BenchUser> {
  const email = `bench-${Date.now()}@example.com`;
  const password = 'correct horse battery';
  await fetch(`${server.url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const response = await fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    id: string;
    sid: string;
  };
  await client.query(`update users set paid_until = 'infinity' where user_id = $1`, [claims.id]);
  return { token, userId: claims.id, sessionId: claims.sid };
}

/** Returns a token with the claim that the user is paid, as the web app would request it. */
export async function renewToken(server: BenchServer, token: string): Promise<string> {
  const response = await fetch(`${server.url}/api/user/upgrade_token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const renewed = (await response.json()) as { access_token: string }; // As the contract defines.
  return renewed.access_token;
}
