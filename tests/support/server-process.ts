import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeSettings } from '../../tools/command/node-settings.mjs';
import { freePort } from '../../tools/product/free-port.ts';
import { generousLimits } from '../../tools/product/generous-limits.ts';

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** The server as a process of its own, started as in production: with its schema and its workers. */
export interface ServerProcess {
  url: string;
  /** Its log, one parsed line each. */
  logged: Record<string, unknown>[];
  /** Ends it at once, as a crash would: nothing is handed back. */
  kill(): Promise<void>;
  /** Tells it to end, and waits until it has. */
  stop(): Promise<void>;
  /** How it ended: its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/**
 * Starts one and waits until it listens. `environment` names its database, and its port, folder and
 * providers where they are to be known. It ends with the test's own process.
 */
export async function startServerProcess(
  environment: Record<string, string>,
): Promise<ServerProcess> {
  // Its keys go with it, unless they are another's too.
  const ownFolder =
    environment.DATA_DIR === undefined ? mkdtempSync(join(tmpdir(), 'cairn-process-')) : undefined;
  const port = environment.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PARENT_WATCH: '1',
      RATE_LIMITS: generousLimits,
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
    throw new Error(`The server ended before it was listening: ${JSON.stringify(logged.at(-1))}`);
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://localhost:${port}`,
    logged,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    ended,
  };
}
