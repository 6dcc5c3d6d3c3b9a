import { root } from '../tools/command/root.mjs';
import { startDatabase } from '../tools/database/start-database.ts';
import { buildWeb } from '../tools/product/web-build.ts';
import { type BenchServer, startServer } from './bench-server.ts';
import { measureBulkChange } from './bulk-change.ts';
import { measureDashboard } from './dashboard-page.ts';
import { measureExports } from './exports.ts';
import { type Figure, printFigures, printSummary } from './figures.ts';
import { measureFirstSync } from './first-sync.ts';
import { measureHeavyUser } from './heavy-user.ts';
import { measureIdleStreams } from './idle-streams.ts';
import { measureLoginPage } from './login-page.ts';
import { measureLongList } from './long-list.ts';
import { measureManyConnections } from './many-connections.ts';
import { measureOpenConnections } from './open-connections.ts';
import { measureQueueUpkeep } from './queue-upkeep.ts';
import { measureReports } from './report-calls.ts';
import { measureRestore } from './restore.ts';
import { measureSignInStorms } from './sign-in-storm.ts';
import { measureSlowBanks } from './slow-banks.ts';
import { measureThroughput } from './throughput.ts';
import { measureTransactionPage } from './transaction-page.ts';

/** The measurements by name: `npm run bench -- reports exports` runs these two. */
const measurements: Record<string, (server: BenchServer) => Figure[] | Promise<Figure[]>> = {
  memory: measureMemory,
  login: measureLoginPage,
  throughput: measureThroughput,
  streams: measureIdleStreams,
  'open-memory': measureOpenConnections,
  'sign-ins': measureSignInStorms,
  connections: measureManyConnections,
  heavy: measureHeavyUser,
  page: measureTransactionPage,
  dashboard: measureDashboard,
  exports: measureExports,
  reports: measureReports,
  bulk: measureBulkChange,
  list: measureLongList,
  sync: measureFirstSync,
  restore: measureRestore,
  banks: measureSlowBanks,
  queue: measureQueueUpkeep,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(
    `Unknown measurement: ${unknown.join(', ')}. Available: ${Object.keys(measurements).join(', ')}`,
  );
  process.exit(2);
}

// Absolute figures depend on the machine. Comparisons are measured side by side in one run.
await buildWeb(root, () => console.log('Building the web app'));
// The first start fills the compile cache and migrates the database. The second server is measured.
const database = await startDatabase({ throwaway: true });
await (await startServer(database)).stop();
const server = await startServer(database);
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(measurements)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    const measured = await measure(server);
    printFigures(measured);
    figures.push(...measured);
  }
} finally {
  await server.stop();
  await database.stop();
}
printSummary(figures);

/** The server's memory before the first request. */
function measureMemory(idleServer: BenchServer): Figure[] {
  const memory = idleServer.memory();
  return [
    {
      name: 'Server memory at rest',
      measured: `${memory} MiB`,
      limit: '<= 160 MiB',
      withinLimit: memory <= 160,
    },
  ];
}
