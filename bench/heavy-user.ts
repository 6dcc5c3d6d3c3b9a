import type { Agent, IncomingMessage } from 'node:http';
import type { BenchServer } from './bench-server.ts';
import { type BenchSession, createSeededSessions } from './bench-sessions.ts';
import type { Figure } from './figures.ts';
import { openConnections, post, timedPost } from './http-client.ts';
import { percentile } from './timing.ts';

const otherUsers = 10;
const seconds = 5;
const rounds = 3;
const heavyTransactions = 100_000;
const heavyConnections = 20;
const readers = 15;
/** A slow reader reads this many bytes, then waits. */
const readSize = 256 * 1024;
/** Milliseconds. */
const readPause = 100;
/** The highest acceptable p99 of other users' calls, relative to their p99 without the heavy user. */
const limit = 1.5;

/** How much one user with 100,000 transactions slows down ten others who load pages. */
export async function measureHeavyUser(server: BenchServer): Promise<Figure[]> {
  const [heavy] = await createSeededSessions(server, 1, heavyTransactions);
  const sessions = await createSeededSessions(server, otherUsers, 10_000);
  if (heavy === undefined) throw new Error('The heavy user is missing');
  const connections = openConnections();
  const loads = {
    [`${heavyConnections} connections of a user with 100,000 transactions`]: () =>
      requestPages(server, heavy, connections),
    [`${readers} slow CSV downloads of one user`]: () => downloadSlowly(server, heavy, connections),
  };
  const p99 = async () => percentile(await loadPages(server, sessions, connections), 0.99);
  await p99();
  const figures: Figure[] = [];
  for (const [name, start] of Object.entries(loads)) {
    const pairs: { alone: number; during: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await p99();
      const load = start();
      pairs.push({ alone, during: await p99() });
      await load.stop();
    }
    const median = pairs.toSorted((a, b) => a.during / a.alone - b.during / b.alone)[1];
    const ratio = (median?.during ?? Number.NaN) / (median?.alone ?? Number.NaN);
    figures.push({
      name: `p99 of ${otherUsers} other users' pages with ${name} (${median?.during.toFixed(0)} ms), relative to no other load (${median?.alone.toFixed(0)} ms)`,
      measured: `${ratio.toFixed(2)} x`,
      limit: `<= ${limit.toFixed(2)} x`,
      withinLimit: ratio <= limit,
    });
  }
  connections.destroy();
  return figures;
}

const pageOf = (server: BenchServer, { token }: BenchSession) => ({
  url: `${server.url}/api/user/transactions/v2`,
  token,
  body: {},
});

/** Lets each session request one page after another for some seconds. Returns the durations in milliseconds. */
async function loadPages(
  server: BenchServer,
  sessions: readonly BenchSession[],
  connections: Agent,
): Promise<number[]> {
  const durations: number[] = [];
  const deadline = performance.now() + seconds * 1000;
  await Promise.all(
    sessions.map(async (session) => {
      while (performance.now() < deadline) {
        const { status, milliseconds } = await timedPost(connections, pageOf(server, session));
        if (status !== 200) throw new Error(`A page responded with ${status}`);
        durations.push(milliseconds);
      }
    }),
  );
  return durations;
}

/** A load that runs until it is stopped. */
interface Load {
  stop(): Promise<void>;
}

function repeat(count: number, work: () => Promise<unknown>): Load {
  let isRunning = true;
  const loops = Array.from({ length: count }, async () => {
    while (isRunning) await work();
  });
  return {
    async stop() {
      isRunning = false;
      await Promise.all(loops);
    },
  };
}

const requestPages = (server: BenchServer, heavy: BenchSession, connections: Agent): Load =>
  repeat(heavyConnections, () => timedPost(connections, pageOf(server, heavy)));

function downloadSlowly(server: BenchServer, { token }: BenchSession, connections: Agent): Load {
  const openResponses = new Set<IncomingMessage>();
  const url = `${server.url}/api/user/transactions/export`;
  const load = repeat(readers, async () => {
    const response = await post(connections, { url, token, body: {} });
    openResponses.add(response);
    await readSlowly(response).catch(() => undefined);
    openResponses.delete(response);
  });
  return {
    async stop() {
      const stopped = load.stop();
      const closing = setInterval(() => {
        for (const response of openResponses) response.destroy();
      }, readPause);
      await stopped;
      clearInterval(closing);
    },
  };
}

async function readSlowly(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes < readSize) continue;
    bytes = 0;
    await new Promise((resolve) => setTimeout(resolve, readPause));
  }
}
