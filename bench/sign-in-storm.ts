import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser } from './bench-user.ts';
import type { Figure } from './figures.ts';
import { openConnections, type TimedResponse, timedPost } from './http-client.ts';
import type { Burst, BurstResult } from './sign-ins.process.ts';
import { percentile } from './timing.ts';

const storms = [300, 1_000];
const rounds = 5;
/** Calls without a burst, per round. */
const callsAlone = 300;
/** The highest acceptable p99 of other calls during the sign-ins, relative to their p99 without sign-ins. */
const limit = 2;
/** In milliseconds: the longest acceptable time until a sign-in that can't be checked soon is rejected. */
const rejectionLimit = 1_000;

/** How much many sign-ins at once slow down a compressed page of transactions. */
export async function measureSignInStorms(server: BenchServer): Promise<Figure[]> {
  const user = await createPaidUser(server, 10_000);
  const page = { url: `${server.url}/api/user/transactions/v2`, token: user.token, body: {} };
  const connections = openConnections();
  // A process of its own, so that sending the sign-ins doesn't delay the pages that are measured.
  const clients = fork(fileURLToPath(new URL('sign-ins.process.ts', import.meta.url)));
  const load: Load = {
    server,
    clients,
    async call() {
      const { status, milliseconds } = await timedPost(connections, page);
      if (status !== 200) throw new Error(`A page responded with ${status}`);
      return milliseconds;
    },
  };
  for (let warmUp = 0; warmUp < 100; warmUp += 1) await load.call();
  for (const kind of ['sign-ins', 'without-token'] as const)
    await send(clients, { url: server.url, kind, count: 20 });
  const figures: Figure[] = [];
  for (const count of storms) figures.push(...(await measureStorm(load, count)));
  connections.destroy();
  clients.disconnect();
  return figures;
}

interface Load {
  server: BenchServer;
  clients: ChildProcess;
  /** Requests a page. Returns the milliseconds that it took. */
  call(): Promise<number>;
}

async function measureStorm(load: Load, count: number): Promise<Figure[]> {
  const alone: number[] = [];
  const storm = emptyResults();
  const withoutToken = emptyResults();
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < callsAlone; index += 1) alone.push(await load.call());
    await measureDuring(load, { kind: 'without-token', count }, withoutToken);
    for (let index = 0; index < callsAlone; index += 1) alone.push(await load.call());
    await measureDuring(load, { kind: 'sign-ins', count }, storm);
  }
  const p99Alone = percentile(alone, 0.99);
  const p99 = percentile(storm.pages, 0.99);
  const rejected = storm.responses.filter(({ status }) => status === 503 || status === 429);
  const checked = storm.responses.filter(({ status }) => status === 401);
  const perRound = (value: number) => Math.round(value / rounds);
  const signIns = `${count.toLocaleString('en-US')} sign-ins at once`;
  return [
    {
      name: `p99 of a compressed page during ${signIns} (${p99.toFixed(0)} ms), relative to no sign-ins (${p99Alone.toFixed(0)} ms; during as many calls without a token ${percentile(withoutToken.pages, 0.99).toFixed(0)} ms; processor time: server ${perRound(storm.serverTime)} ms, clients ${perRound(storm.clientTime)} ms)`,
      measured: `${(p99 / p99Alone).toFixed(2)} x`,
      limit: `<= ${limit.toFixed(2)} x`,
      withinLimit: p99 <= limit * p99Alone,
    },
    {
      name: `p99 until the other sign-ins are rejected (${perRound(rejected.length)} of ${count}; ${perRound(checked.length)} checked, p99 ${p99Of(checked).toFixed(0)} ms)`,
      measured: rejected.length === 0 ? 'none' : `${p99Of(rejected).toFixed(0)} ms`,
      limit: `<= ${rejectionLimit} ms`,
      withinLimit: rejected.length > 0 && p99Of(rejected) <= rejectionLimit,
    },
  ];
}

/** The results of all bursts of one kind. */
interface Results {
  /** Milliseconds that each page took during the bursts. */
  pages: number[];
  responses: TimedResponse[];
  /** Processor time, in milliseconds. The server's time includes the pages. */
  serverTime: number;
  clientTime: number;
}

const emptyResults = (): Results => ({ pages: [], responses: [], serverTime: 0, clientTime: 0 });

/** Requests pages until all requests of the burst have their response. */
async function measureDuring(
  { server, clients, call }: Load,
  burst: Pick<Burst, 'kind' | 'count'>,
  results: Results,
): Promise<void> {
  const before = server.processorTime();
  let isDone = false;
  const sent = send(clients, { url: server.url, ...burst }).finally(() => {
    isDone = true;
  });
  while (!isDone) results.pages.push(await call());
  const { responses, processorTime } = await sent;
  results.responses.push(...responses);
  results.clientTime += processorTime;
  results.serverTime += server.processorTime() - before;
}

async function send(clients: ChildProcess, burst: Burst): Promise<BurstResult> {
  clients.send(burst);
  const [result] = (await once(clients, 'message')) as [BurstResult];
  return result;
}

const p99Of = (responses: readonly TimedResponse[]): number =>
  percentile(
    responses.map(({ milliseconds }) => milliseconds),
    0.99,
  );
