import type { Clock } from 'pg-boss';

/**
 * The clock of the job queue. It starts at the system's time and then runs on: pg-boss waits by its clock for its next check
 * for interrupted jobs, so if the system's clock were set back by an hour, they would be stuck for an hour.
 */
export const monotonicClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout), // As returned by `setTimeout`.
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout), // As returned by `setInterval`.
};
