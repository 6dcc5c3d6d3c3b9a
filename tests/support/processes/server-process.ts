import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeSettings } from '../../../tools/command/node-settings.mjs';
import { freePort } from '../../../tools/product/free-port.ts';
import {
  generousConcurrencyLimits,
  generousLimits,
} from '../../../tools/product/generous-limits.ts';

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

/** The server in its own process, started as in production, with migrations and workers. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** The parsed lines of its log. */
  logged: Record<string, unknown>[];
  /** Kills the process without a graceful shutdown, as in a crash. */
  kill(): Promise<void>;
  /** Shuts the process down gracefully and waits until it has exited. */
  stop(): Promise<void>;
  /** Resolves to the exit code of the process, or the signal that killed it. */
  ended: Promise<number | string>;
}

/**
 * Starts a server process and waits until it listens. `environment` must set the database, and may set
 * the port, data folder, and providers. The process exits with the test process.
 */
export async function startServerProcess(
  environment: Record<string, string>,
): Promise<ServerProcess> {
  // A temporary data folder for its keys, unless the test shares one.
  const ownFolder =
    environment.DATA_DIR === undefined ? mkdtempSync(join(tmpdir(), 'cairn-process-')) : undefined;
  const port = environment.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PARENT_WATCH: '1',
      RATE_LIMITS: generousLimits,
      CONCURRENCY_LIMITS: generousConcurrencyLimits,
      ...nodeSettings,
      ...(ownFolder === undefined ? {} : { DATA_DIR: ownFolder }),
      ...environment,
      PORT: port,
    },
  });
  const logged: Record<string, unknown>[] = [];
  const listening = Promise.withResolvers<boolean>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry: Record<string, unknown> = JSON.parse(line);
    logged.push(entry);
    if (entry.event === 'listening') listening.resolve(true);
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true, force: true });
    return (code ?? signal) as number | string; // Node's own pair.
  });
  if (!(await Promise.race([listening.promise, ended.then(() => false)])))
    throw new Error(`The server exited before it was listening: ${JSON.stringify(logged.at(-1))}`);
  const endWith = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    logged,
    kill: endWith('SIGKILL'),
    stop: endWith('SIGTERM'),
    ended,
  };
}
