import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeSettings } from '../tools/command/node-settings.mjs';
import { processorTime } from '../tools/command/process-stat.mjs';
import type { RunningDatabase } from '../tools/database/start-database.ts';
import { freePort } from '../tools/product/free-port.ts';
import { generousLimits } from '../tools/product/generous-limits.ts';

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** The server that is measured. Works only on Linux, because it reads /proc. */
export interface BenchServer {
  url: string;
  databaseUrl: string;
  /** Contains the server's keys. */
  dataDir: string;
  /** Processor time used so far, in milliseconds. */
  processorTime(): number;
  /** Resident memory, in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts the server as `npm start` does, but without the sandbox. `environment` adds variables. */
export async function startServer(
  database: Pick<RunningDatabase, 'url'>,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
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
      ...environment,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url);
  const pid = child.pid ?? 0;
  return {
    url,
    databaseUrl: database.url,
    dataDir,
    processorTime: () => processorTime(pid) ?? Number.NaN,
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not become ready within 30 s');
}
