import type { Db } from 'pg-boss';
import type { Logger } from '../log.ts';
import { jobNames, queueOptions } from './job-kinds.ts';
import { createUpkeepIndexes, deleteFinished, turnOffCounts } from './queue-upkeep.queries.ts';

/** In milliseconds. */
const deletionInterval = 60_000;
/** How many jobs a statement deletes. A statement with a larger batch would keep its locks for too long. */
const batchSize = 1_000;

/**
 * Makes the cost of upkeep independent of how many jobs have ever run. Call it once the schema of the queue is up to
 * date. `ownsSchema`: false if another database role creates the indexes.
 */
export async function prepareUpkeep(
  database: Db,
  { ownsSchema }: { ownsSchema: boolean },
): Promise<void> {
  if (ownsSchema) await database.executeSql(createUpkeepIndexes);
  await database.executeSql(turnOffCounts);
}

/** Deletes all jobs that finished more than `deleteAfterSeconds` of their queue ago. */
export async function deleteFinishedJobs(
  database: Db,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const name of jobNames) {
    const values = [name, queueOptions(name).deleteAfterSeconds, batchSize];
    let deleted = batchSize;
    while (deleted === batchSize && !isStopped())
      deleted = (await database.executeSql(deleteFinished, values)).rows.length;
  }
}

/**
 * Deletes finished jobs once a minute. pg-boss would read every stored job to find them, so its own deletion runs only
 * once a day.
 * @returns a function that stops the deletion
 */
export function startDeletingFinishedJobs(database: Db, log: Logger): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    try {
      await deleteFinishedJobs(database, () => isStopped);
    } catch (error) {
      if (!isStopped) log.warn({ event: 'queue_error', reason: String(error) });
    }
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(run, deletionInterval);
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
