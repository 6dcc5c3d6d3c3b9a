import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { needsSandbox, readEnvExample } from '../command/environment.mjs';
import { nodeSettings } from '../command/node-settings.mjs';
import { type RunningDatabase, startDatabase } from '../database/start-database.ts';
import { type Child, startChild } from './child.ts';
import { describeFailure, waitForOk, waitForPort } from './readiness.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';

export interface ProductOptions {
  readonly root: string;
  /** Environment variables that are set and not empty. */
  readonly environment: Readonly<Record<string, string>>;
  /** Arguments for Node.js before each program. `npm run dev` uses them to watch for changes. */
  readonly nodeArgs: readonly string[];
  readonly log: (text: string) => void;
  /** Runs while the sandbox starts. The server starts when it resolves. */
  readonly beforeServer: () => Promise<void>;
}

export interface RunningProduct {
  /** The URL to open in a browser. */
  readonly url: string;
  readonly sandboxUrl: string | null;
  readonly logFolder: string;
  /** Resolves to a description of the failure if one of the processes ends unexpectedly. */
  readonly failed: Promise<string>;
}

// Timeouts in milliseconds.
/** Generous, for slow disks. */
const START_TIMEOUT = 60_000;
/** The server finishes requests and jobs in flight within this time. */
const SERVER_STOP_TIMEOUT = 15_000;
const SANDBOX_STOP_TIMEOUT = 5_000;

/** The processes of one running Cairn: database, sandbox, and server. */
export class Product {
  readonly #options: ProductOptions;
  #server: Child | null = null;
  #sandbox: Child | null = null;
  #database: Promise<RunningDatabase> | null = null;
  #stopping: Promise<void> | null = null;

  constructor(options: ProductOptions) {
    this.#options = options;
  }

  /** Starts the processes and waits until the server is ready. If this fails, call `stop`. */
  async start(): Promise<RunningProduct> {
    const { environment, root, log, nodeArgs } = this.#options;
    const dataDir = resolve(root, environment.DATA_DIR ?? '.data');
    const port = Number(environment.PORT ?? 3000);
    const host = environment.HOST ?? '127.0.0.1';
    const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${port}`;
    const usesEmbeddedDatabase = environment.DATABASE_URL === undefined;

    if (usesEmbeddedDatabase) {
      this.#database = startDatabase({ dataDir, onProgress: log });
      // Fails if another copy of Cairn uses the data folder, so nothing else writes to it before this.
      await this.#database;
      this.#throwIfStopping();
    }
    const logFolder = createLogFolder(dataDir);
    const sandboxPort = Number(environment.SANDBOX_PORT ?? 3001);
    const withSandbox = needsSandbox(environment, readEnvExample());
    if (withSandbox) {
      this.#sandbox = startChild({
        name: 'sandbox',
        args: [...nodeArgs, 'apps/sandbox/src/main.ts'],
        cwd: root,
        env: {
          ...nodeSettings,
          ...sandboxEnvironment(environment),
          APP_URL: publicUrl,
          SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
        },
        logFile: join(logFolder, 'sandbox.log'),
      });
    }
    await this.#options.beforeServer();
    const database = await this.#database;
    this.#throwIfStopping();
    this.#server = startChild({
      name: 'server',
      args: [...nodeArgs, 'apps/server/src/main.ts'],
      cwd: root,
      env: {
        ...nodeSettings,
        ...environment,
        PORT: String(port),
        HOST: host,
        DATA_DIR: dataDir,
        DATABASE_URL: database?.url ?? environment.DATABASE_URL ?? '',
        // The embedded database has one role.
        ...(usesEmbeddedDatabase ? { DATABASE_OWNER_URL: '' } : {}),
        BACKUP_DIR:
          environment.BACKUP_DIR ?? (usesEmbeddedDatabase ? join(dataDir, 'backups') : ''),
      },
      logFile: join(logFolder, 'server.log'),
    });
    if (this.#sandbox !== null) await waitForPort(this.#sandbox, sandboxPort, START_TIMEOUT);
    const readyUrl = `http://${connectableHost(host)}:${port}/readyz`;
    await waitForOk(this.#server, readyUrl, START_TIMEOUT);
    return {
      url: publicUrl,
      sandboxUrl: withSandbox ? `http://localhost:${sandboxPort}` : null,
      logFolder,
      failed: this.#firstFailure(database),
    };
  }

  /** Stops all processes in reverse order of dependency. Also works during a start. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  /** Kills the server and the sandbox, on a second Ctrl-C. Requests in flight are aborted. */
  kill(): void {
    this.#server?.kill();
    this.#sandbox?.kill();
  }

  async #stopInOrder(): Promise<void> {
    await this.#server?.stop(SERVER_STOP_TIMEOUT);
    await this.#sandbox?.stop(SANDBOX_STOP_TIMEOUT);
    // A database that failed to start needs no stopping.
    const database = await this.#database?.catch(() => null);
    await database?.stop();
  }

  #throwIfStopping(): void {
    if (this.#stopping !== null) throw new Error('Stopped while starting.');
  }

  async #firstFailure(database: RunningDatabase | null): Promise<string> {
    const failures: Promise<string>[] = [];
    for (const child of [this.#server, this.#sandbox]) {
      if (child === null) continue;
      failures.push(child.ended.then(() => describeFailure(child, 'ended unexpectedly')));
    }
    if (database !== null) failures.push(database.ended);
    return Promise.race(failures);
  }
}

function createLogFolder(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The host to connect to for a server that listens on `host`. */
function connectableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
