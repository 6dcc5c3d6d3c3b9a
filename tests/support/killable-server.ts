import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/product/free-port.ts';
import { type ScriptedBank, startScriptedBank } from './scripted-bank.ts';
import { startServerProcess } from './server-process.ts';
import type { Product } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A server in a process of its own, which can be killed and started again, and what it works with. */
export interface KillableServer {
  bank: ScriptedBank;
  database: TestDatabase;
  /** For clients; the same for every process. */
  product: Product;
  /** Ends the process with no chance to tidy up. */
  kill(): Promise<void>;
  /** Starts the next process: on the same port, keys, database and bank. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server process on a database of its own, with a bank that the test scripts. */
export async function startKillableServer(): Promise<KillableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const [bank, database] = await Promise.all([startScriptedBank(), createTestDatabase()]);
  const environment = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PLAID_BASE_URL: bank.url,
  };
  let running = await startServerProcess(environment);
  return {
    bank,
    database,
    // There is a scripted bank in place of the sandbox: a client that wants one fails.
    product: { url: `http://localhost:${environment.PORT}` } as Product,
    kill: () => running.kill(),
    async start() {
      running = await startServerProcess(environment);
    },
    async stop() {
      await running.stop();
      await bank.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
