import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/product/free-port.ts';
import { type ScriptedBank, startScriptedBank } from '../bank/scripted-bank.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import type { AppUnderTest } from '../requests/test-client.ts';
import { startServerProcess } from './server-process.ts';

/** A server process that can be killed and restarted, with its bank and database. */
export interface KillableServer {
  bank: ScriptedBank;
  database: TestDatabase;
  /** The app to create test clients for. Its URL is the same after a restart. */
  product: AppUnderTest;
  /** Kills the process without a graceful shutdown. */
  kill(): Promise<void>;
  /** Starts a new process with the same port, keys, database, and bank. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server process with its own database and a scripted bank. */
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
    // There is no sandbox, so a client that uses it fails.
    product: { url: `http://localhost:${environment.PORT}` } as AppUnderTest,
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
