import { spawn } from 'node:child_process';
import { LogFile, type LogLimits } from './log-file.ts';

export interface ChildOptions {
  /** For messages: `server` or `sandbox`. */
  readonly name: string;
  /** The script to run with the current Node.js, and its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Receives the output. */
  readonly logFile: string;
  readonly logLimits: LogLimits;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the child has ended for any reason. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** The last lines of its output since it was started. */
  lastLines(): string;
  /** Sends SIGTERM, then SIGKILL after `timeout` milliseconds. Resolves when the child has ended. */
  stop(timeout: number): Promise<void>;
  kill(): void;
}

/** In milliseconds: how long output may follow after a process has ended. */
const OUTPUT_GRACE = 1_000;

/**
 * Starts a long-running process of Cairn. It runs in its own session, so that Ctrl-C does not stop it
 * before we stop the processes in order. Its standard input is a pipe that closes when this process exits,
 * which makes the child exit too (PARENT_WATCH).
 */
export function startChild({ name, args, env, cwd, logFile, logLimits }: ChildOptions): Child {
  const log = new LogFile(logFile, logLimits);
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PARENT_WATCH: '1' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => log.write(text));
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      hasEnded = true;
      log.finishLine();
      resolve();
    };
    child.once('close', finish);
    child.once('error', finish);
    // Processes that the child started may still have its output open.
    child.once('exit', () => setTimeout(finish, OUTPUT_GRACE).unref());
  });
  return {
    name,
    pid: child.pid ?? 0,
    logFile,
    ended,
    hasEnded: () => hasEnded,
    lastLines: () => log.lastLines(),
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
