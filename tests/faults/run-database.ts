import { startDatabase } from '../../tools/database/start-database.ts';

// Started by embedded-database.test.ts: runs a database until the test kills this process.
const [dataDir = '', sharedFolder = ''] = process.argv.slice(2);
const { url, pid, supervisorPid } = await startDatabase({
  dataDir,
  sharedFolder,
  nonDurable: true,
});
console.log(JSON.stringify({ url, pid, supervisorPid }));
setInterval(() => {}, 60_000);
