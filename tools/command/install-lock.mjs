import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processStartTime } from './process-stat.mjs';

/**
 * A lock file that allows one install at a time per clone. It lists the processes that hold the lock:
 * the command that acquired it and its npm, which keeps running if the command is killed. The lock is
 * stale once all of them have ended.
 *
 * The database's lock (database/file-lock.ts) is simpler, because the kernel releases it. This one
 * can't use SQLite: it runs on Node.js 20, before anything is installed.
 *
 * @typedef {{ pid: number, startTime: string }} Holder
 */

/**
 * Waits until the lock is free, then acquires it.
 * @param {string} file
 * @param {() => void} onWait called once if another process holds the lock
 */
export async function acquireInstallLock(file, onWait) {
  const thisProcess = createHolder(process.pid);
  let isWaiting = false;
  while (!tryAcquire(file, [thisProcess])) {
    if (removeIfStale(file)) continue;
    if (!isWaiting) onWait();
    isWaiting = true;
    await delay(200);
  }
  return {
    /** @param {number} pid a second process that holds the lock */
    addHolder(pid) {
      const draft = writeDraft(file, [thisProcess, createHolder(pid)]);
      renameSync(draft, file);
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
function tryAcquire(file, holders) {
  const draft = writeDraft(file, holders);
  try {
    // Creating a hard link is atomic, and fails if the name exists: the lock never appears half-written.
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
 * Removes the lock if it is stale. Two processes may find the same stale lock, and the slower one must
 * not delete the lock that the faster one has acquired since. So the lock is renamed first, which only
 * one process can do, checked again, and restored if it turns out to be a new one.
 * @param {string} file
 * @returns {boolean} true if the caller should retry at once
 */
function removeIfStale(file) {
  if (!existsSync(file)) return true;
  if (readHolders(file).some(isRunning)) return false;
  const renamed = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, renamed);
  } catch {
    // Another process was faster.
    return true;
  }
  if (readHolders(renamed).some(isRunning)) renameSync(renamed, file);
  else rmSync(renamed, { force: true });
  return true;
}

/**
 * @param {string} file
 * @param {Holder[]} holders
 */
function writeDraft(file, holders) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holders));
  return draft;
}

/**
 * @param {string} file
 * @returns {Holder[]}
 */
function readHolders(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Deleted in the meantime, or not a lock file: no holders.
    return [];
  }
}

/**
 * @param {number} pid
 * @returns {Holder}
 */
function createHolder(pid) {
  return { pid, startTime: processStartTime(pid) };
}

/** @param {Holder} holder */
function isRunning({ pid, startTime }) {
  return startTime !== '' && processStartTime(pid) === startTime;
}
