import type { Db } from 'pg-boss';
import { readDueKinds } from './due-work.queries.ts';
import type { Logger } from './log.ts';

/** Milliseconds between two looks. */
const every = 500;

/**
 * Wakes the workers of each kind of work of which some is due: work for later and second tries announce
 * nothing when their time comes. One look over all kinds costs less than each worker's own would: there
 * are three dozen workers.
 * @returns what ends it.
 */
export function lookForDueWork({
  database,
  kinds,
  wake,
  log,
}: {
  database: Db;
  kinds: readonly string[];
  wake: (kind: string) => void;
  log: Logger;
}): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const { rows } = await database.executeSql(readDueKinds, [kinds]);
      for (const { name } of rows) wake(name);
    } catch (error) {
      if (!stopped) log.warn({ event: 'queue_error', reason: String(error) });
    }
    if (!stopped) wait();
  };
  const wait = () => {
    timer = setTimeout(look, every);
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
