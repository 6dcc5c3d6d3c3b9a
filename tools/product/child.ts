import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

export interface ChildOptions {
  /** As the person reads it: `server`, `sandbox`. */
  readonly name: string;
  /** The program to run with this Node.js, and its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What it prints goes here: a file outlives us, so a child can still write while it ends. */
  readonly logFile: string;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** The end of what it printed since it was started. */
  lastLines(count: number): string;
  /** SIGTERM, then SIGKILL when it takes longer than `patience` milliseconds. */
  stop(patience: number): Promise<void>;
  kill(): void;
}

const LARGEST_LOG = 10_000_000;

/**
 * Starts a long-lived part of the product. It gets a session of its own, so that Ctrl-C reaches it
 * only through us and in order, and a pipe whose closing tells it that we ended (PARENT_WATCH).
 */
export function startChild({ name, args, env, cwd, logFile }: ChildOptions): Child {
  const from = prepareLog(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PARENT_WATCH: '1' },
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  child.stdin?.on('error', () => {});
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      over = true;
      resolve();
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  return {
    name,
    pid: child.pid ?? 0,
    logFile,
    ended,
    hasEnded: () => over,
    lastLines: (count) => {
      const printed = readFileSync(logFile).subarray(from).toString();
      return printed.trimEnd().split('\n').slice(-count).join('\n');
    },
    stop: async (patience) => {
      if (over) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), patience);
      await ended;
      clearTimeout(force);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

/** Puts a log that has grown large aside, and gives the size of the one to go on with. */
function prepareLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST_LOG) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
