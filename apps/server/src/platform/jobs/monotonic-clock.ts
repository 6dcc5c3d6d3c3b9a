import type { Clock } from 'pg-boss';

/**
 * The clock of the job queue. It starts at the system time and ignores later changes to the system clock. pg-boss
 * decides by this clock when to check for interrupted jobs. With the system clock, setting it back by an hour would
 * leave these jobs stuck for an hour.
 */
export const monotonicClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout), // As returned by `setTimeout`.
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout), // As returned by `setInterval`.
};
