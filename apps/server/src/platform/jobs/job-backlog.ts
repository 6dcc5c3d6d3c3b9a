import type { Db } from 'pg-boss';
import { selectBacklog } from './job-backlog.queries.ts';
import { type JobName, jobNames } from './job-kinds.ts';

/** The waiting jobs with one name, in all processes together. */
export interface JobBacklog {
  job: JobName;
  /** Jobs that wait for a worker. */
  due: number;
  /** Jobs that are scheduled for later: delayed ones and retries. */
  delayed: number;
  /** For how many seconds the oldest due job has waited; 0 if there is none. */
  oldestDueSeconds: number;
}

/** Counting stops here, so that a long queue does not slow down each scrape. */
const maxCounted = 10_000;

/** Reads the backlog of every job name. The cost does not depend on how many jobs have finished. */
export async function readBacklog(database: Db): Promise<JobBacklog[]> {
  const { rows } = await database.executeSql(selectBacklog, [jobNames, maxCounted]);
  return rows as JobBacklog[]; // The statement's columns.
}
