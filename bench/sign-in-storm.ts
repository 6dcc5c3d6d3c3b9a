import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser } from './bench-user.ts';
import type { Figure } from './figures.ts';
import { openConnections, type TimedResponse, timedPost } from './http-client.ts';
import type { SignIns } from './sign-ins.worker.ts';
import { percentile } from './timing.ts';

const storms = [300, 1_000];
const rounds = 3;
/** Calls without sign-ins, per round. */
const callsAlone = 300;
/** The highest acceptable p99 of other calls during the sign-ins, relative to without them. */
const limit = 2;
/** In milliseconds: the longest acceptable time until a sign-in that finds the queue full is rejected. */
const rejectionLimit = 1_000;

/** How much many sign-ins at once slow down a compressed page of transactions. */
export async function measureSignInStorms(server: BenchServer): Promise<Figure[]> {
  const user = await createPaidUser(server, 10_000);
  const page = { url: `${server.url}/api/user/transactions/v2`, token: user.token, body: {} };
  const connections = openConnections();
  const call = async () => {
    const { status, milliseconds } = await timedPost(connections, page);
    if (status !== 200) throw new Error(`A page responded ${status}`);
    return milliseconds;
  };
  for (let warmUp = 0; warmUp < 100; warmUp += 1) await call();
  await signInAtOnce(server, 20);
  const figures: Figure[] = [];
  for (const count of storms) figures.push(...(await measureStorm(server, count, call)));
  connections.destroy();
  return figures;
}

async function measureStorm(
  server: BenchServer,
  count: number,
  call: () => Promise<number>,
): Promise<Figure[]> {
  const alone: number[] = [];
  const during: number[] = [];
  const signIns: TimedResponse[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < callsAlone; index += 1) alone.push(await call());
    let done = false;
    const storm = signInAtOnce(server, count).then((responses) => {
      signIns.push(...responses);
      done = true;
    });
    while (!done) during.push(await call());
    await storm;
  }
  const [p99Alone, p99] = [percentile(alone, 0.99), percentile(during, 0.99)];
  const rejected = signIns.filter(({ status }) => status === 503 || status === 429);
  const checked = signIns.filter(({ status }) => status === 401);
  const time = (responses: TimedResponse[]) =>
    percentile(
      responses.map(({ milliseconds }) => milliseconds),
      0.99,
    );
  const storm = `${count.toLocaleString('en-US')} sign-ins at once`;
  return [
    {
      name: `p99 of a compressed page during ${storm} (${p99.toFixed(0)} ms), relative to without (${p99Alone.toFixed(0)} ms)`,
      measured: `${(p99 / p99Alone).toFixed(2)} x`,
      limit: `<= ${limit.toFixed(2)} x`,
      withinLimit: p99 <= limit * p99Alone,
    },
    {
      name: `p99 until the other sign-ins are rejected (${Math.round(rejected.length / rounds)} of ${count}; ${Math.round(checked.length / rounds)} checked, p99 ${time(checked).toFixed(0)} ms)`,
      measured: rejected.length === 0 ? 'none' : `${time(rejected).toFixed(0)} ms`,
      limit: `<= ${rejectionLimit} ms`,
      withinLimit: rejected.length > 0 && time(rejected) <= rejectionLimit,
    },
  ];
}

/** Sends sign-ins from a thread of their own, so that sending them doesn't delay the calls that are measured. */
async function signInAtOnce(server: BenchServer, count: number): Promise<TimedResponse[]> {
  const workerData: SignIns = { url: `${server.url}/api/auth/token`, count };
  const worker = new Worker(new URL('sign-ins.worker.ts', import.meta.url), { workerData });
  const [responses] = (await once(worker, 'message')) as [TimedResponse[]];
  return responses;
}
