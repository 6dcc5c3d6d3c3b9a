import type pg from 'pg';
import type { BenchServer } from './bench-server.ts';
import { type BenchUser, signUpPaid, withDatabase } from './bench-user.ts';
import { type Figure, formatMilliseconds } from './figures.ts';
import { KeepAliveConnection } from './keep-alive-connection.ts';
import { pageStatements, type Statements } from './page-statements.ts';
import { fillDatabase, seedTransactions } from './seed-transactions.ts';
import { percentile, timeCalls } from './timing.ts';

const samples = 800;
/** Calls before the measurement, so that the code is compiled. */
const warmUps = 500;
const deepPage = 2_000;
const path = '/api/user/transactions/v2';

/** Measures one page of 50 over HTTP, one request at a time, relative to the same SQL through `pg` alone. */
export function measureTransactionPage(server: BenchServer): Promise<Figure[]> {
  return withDatabase(server, async (client) => {
    const user = await signUpPaid(server, client);
    await seedTransactions(client, user.userId, 10_000);
    // Signed up before the small database is measured, so that both sizes have the same users.
    const deepUser = await signUpPaid(server, client);
    await fillDatabase(client, 10_000);
    await updateStatistics(client);
    const small = await compare(server, client, user);
    await seedTransactions(client, deepUser.userId, deepPage * 50 + 50);
    await fillDatabase(client, 1_000_000);
    await updateStatistics(client);
    const large = await compare(server, client, user);
    const firstPage = await compare(server, client, deepUser);
    const cursor = await cursorBeforeDeepPage(client, deepUser);
    const laterPage = await compare(server, client, deepUser, cursor);
    return [
      overheadFigure('10,000 rows in the database', small),
      overheadFigure('1,000,000 rows in the database', large),
      ratioFigure('One page, 1,000,000 rows relative to 10,000', large.http / small.http),
      ratioFigure(
        'Page 2,000 by cursor relative to page 1 (100,050 rows of one user)',
        laterPage.http / firstPage.http,
      ),
    ];
  });
}

const ratioFigure = (name: string, ratio: number): Figure => ({
  name,
  measured: `${ratio.toFixed(2)} x`,
  limit: '<= 1.20 x',
  withinLimit: ratio <= 1.2,
});

/**
 * Updates the planner's statistics, as autovacuum does a little later. Without them PostgreSQL plans each
 * call again, which takes as long as the page.
 */
async function updateStatistics(client: pg.Client): Promise<void> {
  for (const table of ['transactions', 'accounts']) await client.query(`vacuum analyze ${table}`);
}

/** Medians in milliseconds. */
interface Comparison {
  http: number;
  sqlAlone: number;
}

function overheadFigure(databaseSize: string, { http, sqlAlone }: Comparison): Figure {
  return {
    name: `One page of 50, ${databaseSize}: p50 above the same SQL alone (${formatMilliseconds(http)} - ${formatMilliseconds(sqlAlone)})`,
    measured: formatMilliseconds(http - sqlAlone),
    limit: '<= 1.00 ms',
    withinLimit: http - sqlAlone <= 1,
  };
}

/** Alternates between HTTP and SQL alone, so that other load on the machine affects both equally. */
async function compare(
  server: BenchServer,
  client: pg.Client,
  user: BenchUser,
  after?: string,
): Promise<Comparison> {
  const statements = await pageStatements(user, after);
  const body = JSON.stringify(after === undefined ? {} : { after });
  const connection = await KeepAliveConnection.open(`${server.url}${path}`, user.token, body);
  await timeCalls(warmUps, () => runAll(client, statements));
  await timeCalls(warmUps, () => connection.request());
  const rounds = { http: [] as number[], sqlAlone: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    rounds.sqlAlone.push(...(await timeCalls(samples / 4, () => runAll(client, statements))));
    rounds.http.push(...(await timeCalls(samples / 4, () => connection.request())));
  }
  connection.close();
  return { http: percentile(rounds.http, 0.5), sqlAlone: percentile(rounds.sqlAlone, 0.5) };
}

async function runAll(client: pg.Client, statements: Statements): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** The cursor at the end of the page before page 2,000. */
async function cursorBeforeDeepPage(client: pg.Client, user: BenchUser): Promise<string> {
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
