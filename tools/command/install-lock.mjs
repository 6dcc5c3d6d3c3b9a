import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { birthOf } from './process-birth.mjs';

/**
 * One install at a time in one clone. A lock is a file with the processes that hold it: the start
 * that took it and its npm, which may outlive it when it is killed. (The kernel's own file locks
 * are out of reach: this runs on Node.js 20, before anything is installed.)
 *
 * @typedef {{ pid: number, born: string }} Holder
 */

/**
 * Waits until nobody holds the lock, then takes it.
 * @param {string} file
 * @param {() => void} onWait called once when it is taken
 */
export async function takeInstallLock(file, onWait) {
  const mine = [holder(process.pid)];
  let waited = false;
  while (!tryToTake(file, mine)) {
    if (clearIfAbandoned(file)) continue;
    if (!waited) onWait();
    waited = true;
    await delay(200);
  }
  return {
    /** @param {number} pid a process that the lock is held for as well */
    shareWith(pid) {
      replace(file, [...mine, holder(pid)]);
    },
    release() {
      rmSync(file, { force: true });
    },
  };
}

/**
 * @param {string} file
 * @param {Holder[]} holders
 */
function tryToTake(file, holders) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holders));
  try {
    // A link appears whole or not at all, and fails when the name is taken.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Takes the lock away when all its holders have ended. Two processes may see that at once: the
 * slower one then holds the faster one's fresh lock in its hand, notices, and puts it back.
 * @param {string} file
 * @returns {boolean} whether it is worth trying again at once
 */
function clearIfAbandoned(file) {
  if (!existsSync(file)) return true;
  if (readHolders(file).some(isThere)) return false;
  const taken = `${file}.abandoned.${process.pid}`;
  try {
    renameSync(file, taken);
  } catch {
    // The other one was faster.
    return true;
  }
  if (readHolders(taken).some(isThere)) renameSync(taken, file);
  else rmSync(taken, { force: true });
  return true;
}

/**
 * @param {string} file
 * @param {Holder[]} holders
 */
function replace(file, holders) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holders));
  renameSync(draft, file);
}

/**
 * @param {string} file
 * @returns {Holder[]}
 */
function readHolders(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Gone meanwhile, or not written by us: nobody holds it.
    return [];
  }
}

/**
 * @param {number} pid
 * @returns {Holder}
 */
function holder(pid) {
  return { pid, born: birthOf(pid) };
}

/** @param {Holder} holder */
function isThere({ pid, born }) {
  return birthOf(pid) === born && born !== '';
}
