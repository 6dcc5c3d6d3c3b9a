import type { Clock } from 'pg-boss';

/**
 * The clock of the job queue. It starts at the system time and ignores later changes of it. pg-boss uses its clock to
 * decide when to check for interrupted jobs, so if the system clock were set back by an hour, they would be stuck for an
 * hour.
 */
export const monotonicClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout), // As returned by `setTimeout`.
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout), // As returned by `setInterval`.
};
