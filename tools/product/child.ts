import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

export interface ChildOptions {
  /** For messages: `server` or `sandbox`. */
  readonly name: string;
  /** The script to run with the current Node.js, and its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Receives the output. A file rather than a pipe, so that the child can still write after this process exits. */
  readonly logFile: string;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the child has ended for any reason. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** The last lines of its output since it was started. */
  lastLines(count: number): string;
  /** Sends SIGTERM, then SIGKILL after `timeout` milliseconds. Resolves when the child has ended. */
  stop(timeout: number): Promise<void>;
  kill(): void;
}

const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts a long-running process of Cairn. It runs in its own session, so that Ctrl-C does not stop it
 * before we stop the processes in order. Its standard input is a pipe that closes when this process exits,
 * which makes the child exit too (PARENT_WATCH).
 */
export function startChild({ name, args, env, cwd, logFile }: ChildOptions): Child {
  const outputStart = rotateLog(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PARENT_WATCH: '1' },
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  child.stdin?.on('error', () => {});
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      hasEnded = true;
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
    hasEnded: () => hasEnded,
    lastLines: (count) => {
      const output = readFileSync(logFile).subarray(outputStart).toString();
      return output.trimEnd().split('\n').slice(-count).join('\n');
    },
    stop: async (timeout) => {
      if (hasEnded) return;
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), timeout);
      await ended;
      clearTimeout(killTimer);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

/** Renames a log that is too large. Returns the size of the log that will be appended to. */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
