import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeSettings } from '../../../tools/command/node-settings.mjs';
import { type RunningDatabase, startDatabase } from '../../../tools/database/start-database.ts';
import { freePort } from '../../../tools/product/free-port.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database/database-proxy.ts';
import { type FaultProxy, startFaultProxy } from '../../support/network/fault-proxy.ts';
import { type SandboxProcess, startSandbox } from '../../support/processes/sandbox-process.ts';
import { type ServerProcess, startServerProcess } from '../../support/processes/server-process.ts';
import type { AppUnderTest } from '../../support/requests/test-client.ts';
import { createDataDisk, type DataDisk } from './data-disk.ts';
import { sendSignal } from './process-tree.ts';

// A URL, because its spaces are encoded: NODE_OPTIONS is split at spaces.
const shiftClock = new URL('shift-clock.ts', import.meta.url).href;

/**
 * Everything that runs in production, as real processes on one machine: the server with its workers, PostgreSQL, and
 * the sandbox in place of the providers. The server reaches PostgreSQL and the sandbox through proxies.
 */
export class Stack {
  readonly disk: DataDisk;
  readonly sandbox: SandboxProcess;
  readonly databaseProxy: DatabaseProxy;
  readonly providerProxy: FaultProxy;
  readonly mailProxy: FaultProxy;
  /** The app to create test clients for. Its URL is the same after a restart. */
  readonly app: AppUnderTest;
  database: RunningDatabase;
  server: ServerProcess;
  readonly #environment: Record<string, string>;
  readonly #clockFile: string;
  /** The number of unknown link outcomes that earlier servers logged. */
  #earlierUnknownOutcomes = 0;

  private constructor(parts: {
    disk: DataDisk;
    sandbox: SandboxProcess;
    proxies: { database: DatabaseProxy; provider: FaultProxy; mail: FaultProxy };
    database: RunningDatabase;
    server: ServerProcess;
    environment: Record<string, string>;
    clockFile: string;
  }) {
    this.disk = parts.disk;
    this.sandbox = parts.sandbox;
    this.databaseProxy = parts.proxies.database;
    this.providerProxy = parts.proxies.provider;
    this.mailProxy = parts.proxies.mail;
    this.database = parts.database;
    this.server = parts.server;
    this.app = { url: parts.server.url, sandbox: parts.sandbox };
    this.#environment = parts.environment;
    this.#clockFile = parts.clockFile;
  }

  /** Starts everything with new, temporary data. */
  static async start(): Promise<Stack> {
    const disk = createDataDisk();
    const port = await freePort();
    const clockFile = join(disk.folder, `clock-${randomUUID()}`);
    const [database, sandbox] = await Promise.all([
      startDatabase({ dataDir: disk.folder }),
      startSandbox(`http://localhost:${port}`),
    ]);
    const localPort = (target: number) => () => ({ port: target, host: '127.0.0.1' });
    const proxies = {
      database: await startDatabaseProxy(database.url),
      provider: await startFaultProxy(localPort(sandbox.port)),
      mail: await startFaultProxy(localPort(sandbox.smtpPort)),
    };
    const environment = {
      PORT: String(port),
      DATA_DIR: disk.folder,
      DATABASE_URL: proxies.database.url,
      SANDBOX_PORT: String(proxies.provider.port),
      SMTP_PORT: String(proxies.mail.port),
      CRASH_CLOCK_FILE: clockFile,
      NODE_OPTIONS: `${nodeSettings.NODE_OPTIONS} --import ${shiftClock}`,
    };
    const server = await startServerProcess(environment);
    return new Stack({ disk, sandbox, proxies, database, server, environment, clockFile });
  }

  /** Starts a new server with the same port, keys, and database. */
  async startServer(): Promise<void> {
    this.#earlierUnknownOutcomes = this.unknownLinkOutcomes;
    this.server = await startServerProcess(this.#environment);
  }

  /** Starts PostgreSQL on the same data, after it ended or was killed. */
  async startDatabase(): Promise<void> {
    this.database = await startDatabase({ dataDir: this.disk.folder });
  }

  /** The number of links whose tokens were lost on the way from the provider, as the servers have logged. */
  get unknownLinkOutcomes(): number {
    const logged = this.server.logged.filter(({ event }) => event === 'link_outcome_unknown');
    return this.#earlierUnknownOutcomes + logged.length;
  }

  /** Makes the server's clock jump to the system's time plus an offset in milliseconds. */
  shiftServerClock(offset: number): void {
    writeFileSync(this.#clockFile, String(offset));
    sendSignal(this.server.pid, 'SIGUSR2');
  }

  async stop(): Promise<void> {
    await this.server.kill();
    await Promise.all([
      this.sandbox.stop(),
      this.databaseProxy.stop(),
      this.providerProxy.stop(),
      this.mailProxy.stop(),
      this.database.stop(),
    ]);
    this.disk.remove();
  }
}
