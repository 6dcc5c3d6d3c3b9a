import { root } from '../tools/command/root.mjs';
import { buildWeb } from '../tools/product/web-build.ts';
import { measureDashboard } from './dashboard-page.ts';
import { measureExports } from './exports.ts';
import { measureFirstSync } from './first-sync.ts';
import { measureLongList } from './long-list.ts';
import { measureOnePage } from './one-page.ts';
import { measureLoginPage } from './page-scripts.ts';
import { startServer } from './product.ts';
import { printFigures } from './report.ts';
import { measureReports } from './reports.ts';
import { measureThroughput } from './throughput.ts';

// Figures depend on the machine; what is compared is measured side by side in the same run.
await buildWeb(root, () => console.log('Building the web app'));
// The first start after a change makes what the later ones find made; it is those that are measured.
await (await startServer()).stop();
const server = await startServer();
try {
  const atRest = server.memory();
  const loginPage = await measureLoginPage(server);
  const throughput = await measureThroughput(server);
  const onePage = await measureOnePage(server);
  const dashboard = await measureDashboard(server);
  const exports = await measureExports(server);
  const reports = await measureReports(server);
  const longList = await measureLongList(server);
  const firstSync = await measureFirstSync(server);
  printFigures([
    ...onePage,
    ...throughput,
    ...loginPage,
    ...dashboard,
    ...exports,
    ...reports,
    ...longList,
    ...firstSync,
    {
      what: 'Server memory at rest',
      measured: `${atRest} MiB`,
      limit: '<= 160 MiB',
      holds: atRest <= 160,
    },
  ]);
} finally {
  await server.stop();
}
