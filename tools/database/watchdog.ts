import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endedName } from './archive/file-requests.ts';
import type { OsUser } from './os-user.ts';

/**
 * Starts a process that stops the postmaster if this process is killed with SIGKILL and can't do so
 * itself. It is a shell that waits for its standard input to close, which happens when we end.
 *
 * @param requests the folder in which PostgreSQL's commands wait for us, if there are any
 */
export function startWatchdog(postmaster: ChildProcess, user: OsUser, requests = ''): ChildProcess {
  const script = `read _; [ -z "$2" ] || : > "$2/${endedName}"; kill -INT "$1"`;
  const args = ['-c', script, 'cairn-watchdog', String(postmaster.pid), requests];
  const watchdog = spawn('/bin/sh', args, {
    ...(user.ids ?? {}),
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.stdin?.on('error', () => {});
  return watchdog;
}

/** Stops the watchdog and waits until it has ended, so that no zombie remains in a container without an init process. */
export async function stopWatchdog(watchdog: ChildProcess): Promise<void> {
  if (watchdog.exitCode !== null || watchdog.signalCode !== null) return;
  const exited = once(watchdog, 'exit');
  watchdog.kill('SIGKILL');
  await exited;
}
