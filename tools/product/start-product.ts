import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { needsSandbox, readTable } from '../command/environment.mjs';
import { nodeSettings } from '../command/node-settings.mjs';
import { type RunningDatabase, startDatabase } from '../database/start-database.ts';
import { type Child, startChild } from './child.ts';
import { tellEnd, waitForAnswer, waitForPort } from './readiness.ts';

export interface ProductOptions {
  readonly root: string;
  /** Variables that are set; empty ones are not among them. */
  readonly environment: Readonly<Record<string, string>>;
  /** What Node.js is given before each program: one that runs it, in `npm run dev`. */
  readonly nodeArgs: readonly string[];
  readonly say: (text: string) => void;
  /** Runs beside the database and the sandbox; the server starts when it is done. */
  readonly beforeServer: () => Promise<void>;
}

export interface RunningProduct {
  /** Where a browser finds the server. */
  readonly address: string;
  readonly sandboxAddress: string | null;
  readonly logFolder: string;
  /** Resolves to what happened when a part ends without having been asked to. */
  readonly broken: Promise<string>;
}

/** How long a part may take to be ready, in milliseconds; slow disks and first builds included. */
const PATIENCE = 60_000;
/** SECURITY: the server finishes what is in flight within 15 s. */
const SERVER_PATIENCE = 15_000;
const SANDBOX_PATIENCE = 5_000;

/** The parts of the product, in the order in which they end: nothing ends before what uses it. */
export class Product {
  readonly #options: ProductOptions;
  #server: Child | null = null;
  #sandbox: Child | null = null;
  #database: Promise<RunningDatabase> | null = null;
  #stopping: Promise<void> | null = null;

  constructor(options: ProductOptions) {
    this.#options = options;
  }

  /** Starts what is wanted and waits until the server can serve. On failure, call `stop`. */
  async start(): Promise<RunningProduct> {
    const { environment, root, say, nodeArgs } = this.#options;
    const dataDir = resolve(root, environment.DATA_DIR ?? '.data');
    const port = Number(environment.PORT ?? 3000);
    const host = environment.HOST ?? '127.0.0.1';
    const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${port}`;
    const ownDatabase = environment.DATABASE_URL === undefined;

    if (ownDatabase) {
      this.#database = startDatabase({ dataDir, onProgress: say });
      // Another start may hold the data folder; nothing else of it is touched before that is known.
      await this.#database;
      this.#throwIfStopping();
    }
    const logFolder = makeLogFolder(dataDir);
    const sandboxPort = Number(environment.SANDBOX_PORT ?? 3001);
    const withSandbox = needsSandbox(environment, readTable());
    if (withSandbox) {
      this.#sandbox = startChild({
        name: 'sandbox',
        args: [...nodeArgs, 'apps/sandbox/src/main.ts'],
        cwd: root,
        env: {
          ...nodeSettings,
          ...environment,
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
        BACKUP_DIR: environment.BACKUP_DIR ?? (ownDatabase ? join(dataDir, 'backups') : ''),
      },
      logFile: join(logFolder, 'server.log'),
    });
    if (this.#sandbox !== null) await waitForPort(this.#sandbox, sandboxPort, PATIENCE);
    await waitForAnswer(this.#server, `http://${reachable(host)}:${port}/readyz`, PATIENCE);
    return {
      address: publicUrl,
      sandboxAddress: withSandbox ? `http://localhost:${sandboxPort}` : null,
      logFolder,
      broken: this.#firstToBreak(database),
    };
  }

  /** Ends everything, the server first and the database last. Also half-way through a start. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  /** For a second Ctrl-C: no more patience with what is in flight. */
  hurry(): void {
    this.#server?.kill();
    this.#sandbox?.kill();
  }

  async #stopInOrder(): Promise<void> {
    await this.#server?.stop(SERVER_PATIENCE);
    await this.#sandbox?.stop(SANDBOX_PATIENCE);
    // A database that never started has nothing to end.
    const database = await this.#database?.catch(() => null);
    await database?.stop();
  }

  #throwIfStopping(): void {
    if (this.#stopping !== null) throw new Error('Stopped while starting.');
  }

  async #firstToBreak(database: RunningDatabase | null): Promise<string> {
    const parts: Promise<string>[] = [];
    for (const child of [this.#server, this.#sandbox]) {
      if (child === null) continue;
      parts.push(child.ended.then(() => tellEnd(child, 'ended unexpectedly')));
    }
    if (database !== null) parts.push(database.ended);
    return Promise.race(parts);
  }
}

function makeLogFolder(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where we reach a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
