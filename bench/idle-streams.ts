import type { BenchServer } from './bench-server.ts';
import { createSessions } from './bench-sessions.ts';
import { createPaidUser } from './bench-user.ts';
import { openStreams } from './event-streams.ts';
import type { Figure } from './figures.ts';
import { KeepAliveConnection } from './keep-alive-connection.ts';
import { percentile, timeCalls } from './timing.ts';

const streamCount = 2_000;
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
  const tokens = (await createSessions(server, streamCount)).map(({ token }) => token);
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
      name: `p99 of a page while ${streamCount.toLocaleString('en-US')} users have an idle event stream, relative to no streams`,
      measured: `${ratio.toFixed(2)} x`,
      limit: `<= ${limit.toFixed(2)} x`,
      withinLimit: ratio <= limit,
    },
  ];
}
