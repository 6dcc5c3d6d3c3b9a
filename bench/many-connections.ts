import autocannon, { type Options } from 'autocannon';
import type { BenchServer } from './bench-server.ts';
import { type BenchSession, createSeededSessions } from './bench-sessions.ts';
import type { Figure } from './figures.ts';
import { percentile } from './timing.ts';

const connections = 1_000;
const seconds = 15;
const users = 200;
/** Milliseconds. */
const limit = 1_000;
const probeInterval = 100;

/** How long accepted calls take, and whether the server stays ready, with far more connections than it can serve. */
export async function measureManyConnections(server: BenchServer): Promise<Figure[]> {
  const sessions = await createSeededSessions(server, users, 500);
  const accepted: number[] = [];
  const rejected: number[] = [];
  const probes = watchReadiness(server);
  await requestPages(server, sessions, {
    connections,
    seconds,
    onResponse: (status, milliseconds) => (status === 200 ? accepted : rejected).push(milliseconds),
  });
  const { failed, slowest } = await probes.stop();
  const p99 = percentile(accepted, 0.99);
  return [
    {
      name: `p99 of accepted pages with ${connections.toLocaleString('en-US')} connections (${Math.round(accepted.length / seconds)}/s accepted, ${Math.round(rejected.length / seconds)}/s rejected, p99 ${percentile(rejected, 0.99).toFixed(0)} ms)`,
      measured: `${p99.toFixed(0)} ms`,
      limit: `<= ${limit} ms`,
      withinLimit: p99 <= limit,
    },
    {
      name: `Responses of /readyz other than 200 in the meantime (slowest ${slowest.toFixed(0)} ms)`,
      measured: String(failed),
      limit: '0',
      withinLimit: failed === 0,
    },
  ];
}

interface PageLoad {
  connections: number;
  seconds: number;
  onResponse?(status: number, milliseconds: number): void;
}

/** Requests pages of transactions over many connections for some seconds. The sessions share the connections evenly. */
export async function requestPages(
  server: BenchServer,
  sessions: readonly BenchSession[],
  load: PageLoad,
): Promise<void> {
  let next = 0;
  const options: Options = {
    url: `${server.url}/api/user/transactions/v2`,
    method: 'POST',
    body: '{}',
    connections: load.connections,
    duration: load.seconds,
    timeout: 60,
    setupClient: (client) => {
      const token = sessions[next++ % sessions.length]?.token ?? '';
      client.setHeaders({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    },
  };
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(options, (error) => (error ? reject(error) : resolve()));
    run.on('response', (_client, status, _bytes, milliseconds) =>
      load.onResponse?.(status, milliseconds),
    );
  });
}

/** Requests /readyz repeatedly. */
function watchReadiness(server: BenchServer) {
  let failed = 0;
  let slowest = 0;
  let isWatching = true;
  async function watch(): Promise<void> {
    while (isWatching) {
      const startedAt = performance.now();
      const response = await fetch(`${server.url}/readyz`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.status !== 200) failed += 1;
      slowest = Math.max(slowest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, probeInterval));
    }
  }
  const watcher = watch();
  return {
    async stop() {
      isWatching = false;
      await watcher;
      return { failed, slowest };
    },
  };
}
