import { root } from '../tools/command/root.mjs';
import { startDatabase } from '../tools/database/start-database.ts';
import { buildWeb } from '../tools/product/web-build.ts';
import { measureDashboard } from './dashboard-page.ts';
import { measureExports } from './exports.ts';
import { measureFirstSync } from './first-sync.ts';
import { measureLongList } from './long-list.ts';
import { measureOnePage } from './one-page.ts';
import { measureLoginPage } from './page-scripts.ts';
import { type BenchedServer, startServer } from './product.ts';
import { type Figure, printFigures, sayWhetherAllHold } from './report.ts';
import { measureReports } from './reports.ts';
import { measureThroughput } from './throughput.ts';

/** What can be measured, by its name: `npm run bench -- reports exports` measures these two. */
const measurements: Record<string, (server: BenchedServer) => Figure[] | Promise<Figure[]>> = {
  memory: measureMemory,
  login: measureLoginPage,
  throughput: measureThroughput,
  page: measureOnePage,
  dashboard: measureDashboard,
  exports: measureExports,
  reports: measureReports,
  list: measureLongList,
  sync: measureFirstSync,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(
    `Nothing is measured as ${unknown.join(', ')}; there are: ${Object.keys(measurements).join(', ')}`,
  );
  process.exit(2);
}

// Figures depend on the machine; what is compared is measured side by side in the same run.
await buildWeb(root, () => console.log('Building the web app'));
// The first start after a change makes what the later ones find made; it is those that are measured.
const database = await startDatabase({ throwaway: true });
await (await startServer(database)).stop();
const server = await startServer(database);
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(measurements)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const measured = await measure(server);
    printFigures(measured);
    figures.push(...measured);
  }
} finally {
  await server.stop();
  await database.stop();
}
sayWhetherAllHold(figures);

/** What the server takes before anybody asks it for anything. */
function measureMemory(started: BenchedServer): Figure[] {
  const atRest = started.memory();
  return [
    {
      what: 'Server memory at rest',
      measured: `${atRest} MiB`,
      limit: '<= 160 MiB',
      holds: atRest <= 160,
    },
  ];
}
