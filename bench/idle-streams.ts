import { once } from 'node:events';
import { get } from 'node:http';
import { createServices } from '../apps/server/src/create-services.ts';
import { readSettings } from '../apps/server/src/env.ts';
import { asUserId, newId } from '../apps/server/src/platform/identifiers.ts';
import { createLogger } from '../apps/server/src/platform/log.ts';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser, withDatabase } from './bench-user.ts';
import type { Figure } from './figures.ts';
import { KeepAliveConnection } from './keep-alive-connection.ts';
import { percentile, timeCalls } from './timing.ts';

const streamCount = 2_000;
/** Streams that are opened at the same time. */
const batchSize = 50;
const callsPerRound = 1_500;
const rounds = 3;
/** The highest acceptable p99 of other calls with the streams open, relative to without them. */
const limit = 1.2;

/** How much the idle event streams of other users slow down a page of transactions. */
export async function measureIdleStreams(server: BenchServer): Promise<Figure[]> {
  const user = await createPaidUser(server, 10_000);
  const url = `${server.url}/api/user/transactions/v2`;
  const connection = await KeepAliveConnection.open(url, user.token, '{}');
  const measureP99 = async () =>
    percentile(await timeCalls(callsPerRound, () => connection.request()), 0.99);
  const tokens = await createTokens(server);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measureP99();
    const closeStreams = await openStreams(server, tokens);
    ratios.push((await measureP99()) / alone);
    await closeStreams();
  }
  connection.close();
  const ratio = percentile(ratios, 0.5);
  return [
    {
      name: `p99 of a page while ${streamCount.toLocaleString('en-US')} users have an idle event stream, relative to without`,
      measured: `${ratio.toFixed(2)} x`,
      limit: `<= ${limit.toFixed(2)} x`,
      withinLimit: ratio <= limit,
    },
  ];
}

/** Creates paid users with a session each. Returns their tokens. Signing up would hash a password for each. */
async function createTokens(server: BenchServer): Promise<string[]> {
  const settings = readSettings({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });
  const services = createServices(settings, createLogger('silent'));
  const users = Array.from({ length: streamCount }, () => ({
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
  const tokens = await Promise.all(
    users.map((session) =>
      services.tokens.sign(
        { ...session, username: session.userId, subscription: 'paid', emailVerified: true },
        3_600,
      ),
    ),
  );
  await services.database.close();
  return tokens;
}

/** Opens one event stream per token. Resolves to a function that closes them all. */
async function openStreams(server: BenchServer, tokens: string[]): Promise<() => Promise<void>> {
  const closers: (() => Promise<unknown>)[] = [];
  for (let start = 0; start < tokens.length; start += batchSize) {
    const batch = tokens.slice(start, start + batchSize);
    closers.push(...(await Promise.all(batch.map((token) => openStream(server, token)))));
  }
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

async function openStream(server: BenchServer, token: string): Promise<() => Promise<unknown>> {
  const request = get(`${server.url}/api/user/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`A stream was refused: ${response.statusCode}`);
  // The first event is the current state. After it, the stream is idle.
  await once(response, 'data');
  response.resume();
  return () => {
    const closed = once(response, 'close');
    request.destroy();
    response.on('error', () => undefined);
    return closed;
  };
}
