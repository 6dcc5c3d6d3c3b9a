import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { needsSandbox, readEnvExample } from '../command/environment.mjs';
import { nodeSettings } from '../command/node-settings.mjs';
import { type ArchiveOptions, readArchiveOptions } from '../database/archive/archive-options.ts';
import { isDiskFull } from '../database/disk-guard.ts';
import { type RunningDatabase, startDatabase } from '../database/start-database.ts';
import { type Child, startChild } from './child.ts';
import {
  defaultRestartPolicy,
  type KeepRunningOptions,
  keepRunning,
  type RestartableProcess,
  type RestartPolicy,
} from './keep-running.ts';
import { readLogLimits } from './log-limits.ts';
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
  /** How processes that end are restarted. Default: `defaultRestartPolicy`. */
  readonly restartPolicy?: RestartPolicy;
}

export interface RunningProduct {
  /** The URL to open in a browser. */
  readonly url: string;
  readonly sandboxUrl: string | null;
  readonly logFolder: string;
  /** Resolves to a description of the failure once one of the processes has failed too often, or undefined on `stop`. */
  readonly failure: Promise<string | undefined>;
}

// Timeouts in milliseconds.
/** Generous, for slow disks. */
const START_TIMEOUT = 60_000;
/** Once the server no longer accepts requests, it has this long to finish the requests and jobs in flight. */
const SERVER_STOP_TIMEOUT = 15_000;
const SANDBOX_STOP_TIMEOUT = 5_000;

/** The processes of one copy of Cairn: database, sandbox, and server. Each is restarted if it ends. */
export class Product {
  readonly #options: ProductOptions;
  readonly #dataDir: string;
  readonly #stopRequest = new AbortController();
  #archive: ArchiveOptions | null = null;
  #server: Child | null = null;
  #sandbox: Child | null = null;
  #database: Promise<RunningDatabase> | null = null;
  /** Resolves when the database is running. Pending while it is being restarted. */
  #databaseRunning: PromiseWithResolvers<void> = Promise.withResolvers();
  #stopping: Promise<void> | null = null;

  constructor(options: ProductOptions) {
    this.#options = options;
    this.#dataDir = resolve(options.root, options.environment.DATA_DIR ?? '.data');
  }

  /** Starts the processes and waits until the server is ready. If this fails, call `stop`. */
  async start(): Promise<RunningProduct> {
    const { environment, beforeServer } = this.#options;
    this.#archive = readArchiveOptions(environment, this.#dataDir);
    // First, because this fails if another copy of Cairn uses the data folder. The next steps write to that folder.
    if (environment.DATABASE_URL === undefined) await this.#startDatabase();
    this.#throwIfStopping();
    const logFolder = createLogFolder(this.#dataDir);
    const usesSandbox = needsSandbox(environment, readEnvExample());
    const sandbox = usesSandbox ? this.#startSandbox() : null;
    await beforeServer();
    const database = await this.#database;
    this.#throwIfStopping();
    const server = this.#startServer(database?.url);
    if (sandbox !== null) await waitForPort(sandbox, this.#sandboxPort, START_TIMEOUT);
    await waitForOk(server, this.#serverUrl('/readyz'), START_TIMEOUT);
    return {
      url: this.#publicUrl,
      sandboxUrl: usesSandbox ? `http://localhost:${this.#sandboxPort}` : null,
      logFolder,
      failure: this.#keepRunning({ database, sandbox, server }),
    };
  }

  /** Stops all processes in reverse order of dependency. Also works during a start. */
  stop(): Promise<void> {
    this.#stopRequest.abort();
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  /** Kills the server and the sandbox, on a second Ctrl-C. Requests in flight are aborted. */
  kill(): void {
    this.#server?.kill();
    this.#sandbox?.kill();
  }

  get #port(): number {
    return Number(this.#options.environment.PORT ?? 3000);
  }

  get #sandboxPort(): number {
    return Number(this.#options.environment.SANDBOX_PORT ?? 3001);
  }

  get #publicUrl(): string {
    return this.#options.environment.PUBLIC_URL ?? `http://localhost:${this.#port}`;
  }

  #serverUrl(path: string): string {
    const host = connectableHost(this.#options.environment.HOST ?? '127.0.0.1');
    return `http://${host}:${this.#port}${path}`;
  }

  async #startDatabase(): Promise<RunningDatabase> {
    this.#database = startDatabase({
      dataDir: this.#dataDir,
      onProgress: this.#options.log,
      archive: this.#archive,
    });
    const database = await this.#database;
    this.#databaseRunning.resolve();
    void database.ended.then(() => {
      this.#databaseRunning = Promise.withResolvers();
    });
    return database;
  }

  #startSandbox(): Child {
    const { environment, nodeArgs, root } = this.#options;
    this.#sandbox = startChild({
      name: 'sandbox',
      args: [...nodeArgs, 'apps/sandbox/src/main.ts'],
      cwd: root,
      env: {
        ...nodeSettings,
        ...sandboxEnvironment(environment),
        APP_URL: this.#publicUrl,
        SANDBOX_DATA_DIR: join(this.#dataDir, 'sandbox'),
      },
      logFile: join(this.#dataDir, 'logs', 'sandbox.log'),
      logLimits: readLogLimits(environment),
    });
    return this.#sandbox;
  }

  /** @param embeddedUrl undefined if the operator's own database is used */
  #startServer(embeddedUrl: string | undefined): Child {
    const { environment, nodeArgs, root } = this.#options;
    this.#server = startChild({
      name: 'server',
      args: [...nodeArgs, 'apps/server/src/main.ts'],
      cwd: root,
      env: {
        ...nodeSettings,
        ...environment,
        PORT: String(this.#port),
        HOST: environment.HOST ?? '127.0.0.1',
        DATA_DIR: this.#dataDir,
        DATABASE_URL: embeddedUrl ?? environment.DATABASE_URL ?? '',
        // The embedded database has one role.
        ...(embeddedUrl === undefined ? {} : { DATABASE_OWNER_URL: '' }),
        BACKUP_DIR:
          environment.BACKUP_DIR ??
          (embeddedUrl === undefined ? '' : join(this.#dataDir, 'backups')),
      },
      logFile: join(this.#dataDir, 'logs', 'server.log'),
      logLimits: readLogLimits(environment),
    });
    return this.#server;
  }

  /** Resolves to the reason once one of the processes has failed too often. */
  #keepRunning({ database, sandbox, server }: Processes): Promise<string | undefined> {
    const processes: RestartableProcess[] = [
      {
        name: 'server',
        ended: describeEnd(server),
        restart: async () => {
          await this.#waitForEmbeddedDatabase(database);
          this.#throwIfStopping();
          return this.#waitUntilReady(this.#startServer(database?.url), (child) =>
            waitForOk(child, this.#serverUrl('/healthz'), START_TIMEOUT),
          );
        },
      },
    ];
    if (sandbox !== null)
      processes.push({
        name: 'sandbox',
        ended: describeEnd(sandbox),
        restart: () =>
          this.#waitUntilReady(this.#startSandbox(), (child) =>
            waitForPort(child, this.#sandboxPort, START_TIMEOUT),
          ),
      });
    if (database !== null)
      processes.push({
        name: 'database',
        ended: database.ended,
        restart: () => this.#startDatabase(),
      });
    const options: KeepRunningOptions = {
      policy: this.#options.restartPolicy ?? defaultRestartPolicy,
      log: this.#options.log,
      signal: this.#stopRequest.signal,
      ignoresFailures: () => isDiskFull(this.#dataDir),
    };
    return Promise.race(processes.map((target) => keepRunning(target, options)));
  }

  /** Waits until a process is ready. Kills one that doesn't become ready, so that it can be started again. */
  async #waitUntilReady(
    child: Child,
    waitUntilReady: (child: Child) => Promise<void>,
  ): Promise<{ ended: Promise<string> }> {
    try {
      await waitUntilReady(child);
    } catch (error) {
      child.kill();
      await child.ended;
      throw error;
    }
    return { ended: describeEnd(child) };
  }

  async #waitForEmbeddedDatabase(database: RunningDatabase | null): Promise<void> {
    if (database !== null) await this.#databaseRunning.promise;
  }

  async #stopInOrder(): Promise<void> {
    const drainSeconds = Number(this.#options.environment.DRAIN_SECONDS ?? 0);
    await this.#server?.stop(drainSeconds * 1_000 + SERVER_STOP_TIMEOUT);
    await this.#sandbox?.stop(SANDBOX_STOP_TIMEOUT);
    // A database that failed to start needs no stopping.
    const database = await this.#database?.catch(() => null);
    await database?.stop();
  }

  #throwIfStopping(): void {
    if (this.#stopping !== null) throw new Error('Stopped while starting.');
  }
}

interface Processes {
  readonly database: RunningDatabase | null;
  readonly sandbox: Child | null;
  readonly server: Child;
}

const describeEnd = (child: Child): Promise<string> =>
  child.ended.then(() => describeFailure(child, 'ended unexpectedly'));

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
