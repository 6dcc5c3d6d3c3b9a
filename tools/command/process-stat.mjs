import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Linux reports processor time in ticks of a hundredth of a second. */
const MILLISECONDS_PER_TICK = 10;

/**
 * The start time of a running process, as an opaque string. Empty if the process does not exist or is
 * a zombie.
 *
 * A pid identifies a process only together with its start time, because the system reuses pids. The
 * install lock and the embedded database store pids in files that can outlive the process, so they
 * compare both. Zombies count as ended: in a container without an init process nothing reaps them.
 *
 * @param {number} pid
 */
export function processStartTime(pid) {
  if (!existsSync('/proc/self/stat')) return startTimeFromPs(pid);
  const fields = readStat(pid);
  return fields === null || fields.state === 'Z' ? '' : fields.startTime;
}

/**
 * User and system time of a process, in milliseconds; null where there is no /proc (macOS).
 * @param {number | 'self'} pid
 */
export function processorTime(pid) {
  return readStat(pid)?.processorTime ?? null;
}

/**
 * User and system time of this process's children that have ended, with all their descendants, in
 * milliseconds; null where there is no /proc (macOS).
 */
export function endedChildrenTime() {
  return readStat('self')?.childrenTime ?? null;
}

/**
 * Reads /proc/<pid>/stat, see proc(5). The fields follow the command name in parentheses, which may
 * contain spaces and parentheses itself.
 * @param {number | 'self'} pid
 */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    /** @param {number} number as proc(5) counts fields: the state is field 3 */
    const field = (number) => fields[number - 3] ?? '';
    return {
      state: field(3),
      processorTime: (Number(field(14)) + Number(field(15))) * MILLISECONDS_PER_TICK,
      childrenTime: (Number(field(16)) + Number(field(17))) * MILLISECONDS_PER_TICK,
      startTime: field(22),
    };
  } catch {
    return null;
  }
}

/** @param {number} pid */
function startTimeFromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, state, startTime] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? [];
  return state === undefined || state.startsWith('Z') ? '' : (startTime ?? '');
}
