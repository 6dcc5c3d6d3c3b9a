import pg from 'pg';
import { KeptConnection } from './kept-connection.ts';
import { percentile, timeEach } from './measure.ts';
import type { BenchedServer } from './product.ts';
import { type Figure, milliseconds } from './report.ts';
import { fillTo, seedRows } from './seed-rows.ts';
import { pageStatements, type Statements } from './statements.ts';

const samples = 800;
/** What a process does first, before its code is compiled, is not what a page costs. */
const warmUps = 500;
const deepPage = 2_000;
const path = '/api/user/transactions/v2';

/** A signed-in, paid user of the benchmark. */
export interface BenchUser {
  token: string;
  userId: string;
  sessionId: string;
}

/** Opens an account, makes it paid, and gives it rows. */
export async function benchUser(
  server: BenchedServer,
  client: pg.Client,
  rows: number,
): Promise<BenchUser> {
  const email = `bench-${rows}-${Date.now()}@example.com`;
  const password = 'correct horse battery';
  await fetch(`${server.url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const answer = await fetch(`${server.url}/api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    id: string;
    sid: string;
  };
  await client.query(`update users set paid_until = 'infinity' where user_id = $1`, [claims.id]);
  await seedRows(client, claims.id, rows);
  return { token, userId: claims.id, sessionId: claims.sid };
}

/** One page of 50 over HTTP, one at a time, against the same SQL through `pg` alone. */
export async function measureOnePage(server: BenchedServer): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const user = await benchUser(server, client, 10_000);
  const deepUser = await benchUser(server, client, deepPage * 50 + 50);
  await client.query('delete from transactions where user_id = $1', [deepUser.userId]);
  await fillTo(client, 10_000);
  await takeStatistics(client);
  const small = await compare(server, client, user);
  await client.query('delete from items where user_id = $1', [deepUser.userId]);
  await client.query('delete from accounts where user_id = $1', [deepUser.userId]);
  await seedRows(client, deepUser.userId, deepPage * 50 + 50);
  await fillTo(client, 1_000_000);
  await takeStatistics(client);
  const large = await compare(server, client, user);
  const first = await compare(server, client, deepUser);
  const deep = await compare(server, client, deepUser, await placeBefore(client, deepUser));
  await client.end();
  const flat = large.http / small.http;
  const deeper = deep.http / first.http;
  return [
    overhead('10,000 rows in the database', small),
    overhead('1,000,000 rows in the database', large),
    {
      what: 'One page, 1,000,000 rows against 10,000',
      measured: `${flat.toFixed(2)} x`,
      limit: '<= 1.20 x',
      holds: flat <= 1.2,
    },
    {
      what: 'Page 2,000 by place against page 1 (100,050 rows of one user)',
      measured: `${deeper.toFixed(2)} x`,
      limit: '<= 1.20 x',
      holds: deeper <= 1.2,
    },
  ];
}

/** As the database does by itself a little later: without them it plans each call anew, which takes as long as the page. */
async function takeStatistics(client: pg.Client): Promise<void> {
  for (const table of ['transactions', 'accounts']) await client.query(`vacuum analyze ${table}`);
}

interface Comparison {
  http: number;
  alone: number;
}

function overhead(where: string, { http, alone }: Comparison): Figure {
  return {
    what: `One page of 50, ${where}: p50 above the same SQL alone (${milliseconds(http)} against ${milliseconds(alone)})`,
    measured: milliseconds(http - alone),
    limit: '<= 1.00 ms',
    holds: http - alone <= 1,
  };
}

/** Takes both in turns, so that the machine's moods hit both alike. */
async function compare(
  server: BenchedServer,
  client: pg.Client,
  user: BenchUser,
  after?: string,
): Promise<Comparison> {
  const statements = await pageStatements(user, after);
  const body = JSON.stringify(after === undefined ? {} : { after });
  const connection = await KeptConnection.open(`${server.url}${path}`, user.token, body);
  await timeEach(warmUps, () => runAll(client, statements));
  await timeEach(warmUps, () => connection.ask());
  const rounds = { http: [] as number[], alone: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    rounds.alone.push(...(await timeEach(samples / 4, () => runAll(client, statements))));
    rounds.http.push(...(await timeEach(samples / 4, () => connection.ask())));
  }
  connection.close();
  return { http: percentile(rounds.http, 0.5), alone: percentile(rounds.alone, 0.5) };
}

async function runAll(client: pg.Client, statements: Statements): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** The place where the page before page 2,000 ends. */
async function placeBefore(client: pg.Client, user: BenchUser): Promise<string> {
  const { rows } = await client.query<{ day: string; id: string }>(
    `select day::text, id
     from transactions
     where user_id = $1 and removed_at is null and not superseded
     order by day desc, id desc
     offset $2 limit 1`,
    [user.userId, (deepPage - 1) * 50 - 1],
  );
  return Buffer.from(`${rows[0]?.day} ${rows[0]?.id}`).toString('base64url');
}
