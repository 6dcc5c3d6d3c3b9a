import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../tools/product/free-port.ts';
import { generousLimits } from '../../../tools/product/generous-limits.ts';
import { eventually } from '../eventually.ts';

const script = fileURLToPath(new URL('../../faults/run-product.ts', import.meta.url));

/** Everything that `npm start` starts, in processes of its own. */
export interface ProductProcess {
  readonly url: string;
  readonly pid: number;
  /** What the product has printed so far. */
  output(): string;
  /** Resolves to the exit code, or to the signal that ended the product. */
  readonly ended: Promise<number | string>;
  stop(): Promise<void>;
}

/** Starts Cairn with the embedded database in `dataDir`, and waits until it is ready. */
export async function startProductProcess(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<ProductProcess> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SMTP_PORT: String(smtpPort),
      RATE_LIMITS: generousLimits,
      ...variables,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  // Node passes either a code or a signal.
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`Cairn did not start:\n${output}`);
    return output.includes('ready: ');
  }, 'Cairn is ready');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Finds the process of a product whose command line contains `text`, by its parents. Linux only. */
export function findDescendant(pid: number, text: string): number | undefined {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name), command: commandOf(name) }));
  const children = processes.filter(({ parent }) => parent === pid);
  for (const child of children) {
    if (child.command.includes(text)) return child.pid;
    const found = findDescendant(child.pid, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0);
}

const commandOf = (pid: string): string => readProc(pid, 'cmdline').replaceAll('\0', ' ');

/** Returns nothing if the process has ended. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
