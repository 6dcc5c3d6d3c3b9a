import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/support/free-port.ts';
import { generousLimits } from '../tests/support/generous-limits.ts';
import { nodeSettings } from '../tools/command/node-settings.mjs';
import type { RunningDatabase } from '../tools/database/start-database.ts';

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** A server of the benchmark's own. */
export interface BenchedServer {
  url: string;
  databaseUrl: string;
  /** Where its keys are. */
  dataDir: string;
  /** Processor time that the server has used so far, in milliseconds. */
  processorTime(): number;
  /** Resident memory of the server, in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

// Linux counts processor time in ticks of a hundredth of a second.
const millisecondsPerTick = 10;

/** Starts the server as `npm start` does, without the sandbox and the web app. */
export async function startServer(database: RunningDatabase): Promise<BenchedServer> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...nodeSettings,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      PARENT_WATCH: '1',
      RATE_LIMITS: generousLimits,
      LOG_LEVEL: 'warn',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return {
    url,
    databaseUrl: database.url,
    dataDir,
    processorTime() {
      const fields =
        readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
    },
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The server did not become ready within 30 s');
}
