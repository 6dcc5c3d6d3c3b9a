import type { Db } from 'pg-boss';
import type { Logger } from '../log.ts';
import { selectDueJobNames } from './poll-due-jobs.queries.ts';

/** In milliseconds. */
const pollInterval = 500;

/**
 * Polls for due jobs and wakes their workers: delayed jobs and retries send no notification when they
 * become due. One poll for all job names costs less than one poll per worker.
 * @returns a function that stops polling
 */
export function pollDueJobs({
  database,
  names,
  wake,
  log,
}: {
  database: Db;
  names: readonly string[];
  wake: (name: string) => void;
  log: Logger;
}): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    try {
      const { rows } = await database.executeSql(selectDueJobNames, [names]);
      for (const { name } of rows) wake(name);
    } catch (error) {
      if (!isStopped) log.warn({ event: 'queue_error', reason: String(error) });
    }
    if (!isStopped) schedulePoll();
  };
  const schedulePoll = () => {
    timer = setTimeout(poll, pollInterval);
  };
  schedulePoll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
