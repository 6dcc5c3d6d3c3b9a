import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * When a process started, so that a number that was given again is not taken for the same one;
 * empty when there is no such process. A zombie is none: it has ended, and in a container with
 * nobody to collect it, it stays.
 * @param {number} pid
 */
export function birthOf(pid) {
  try {
    // After the name in parentheses, which may hold anything: the state, and later the start time
    // (fields 3 and 22 of /proc/<pid>/stat).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return existsSync('/proc/self/stat') ? '' : birthByPs(pid);
  }
}

/** @param {number} pid */
function birthByPs(pid) {
  const environment = { ...process.env, LC_ALL: 'C' };
  const asked = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: environment,
  });
  const [, state, start] = /^\s*(\S+)\s+(.+?)\s*$/.exec(asked.stdout ?? '') ?? [];
  return state === undefined || state.startsWith('Z') ? '' : (start ?? '');
}
