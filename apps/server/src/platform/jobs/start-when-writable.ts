import { isReadOnlyError } from '../database/database-errors.ts';
import type { Logger } from '../log.ts';

/** In milliseconds: the time between two attempts. */
const retryInterval = 5_000;

/**
 * Runs `start`. If the database is read-only, for example because its disk is full, this returns anyway, so that users
 * can read, and runs `undo` and `start` again until the database accepts changes.
 *
 * @returns a function that stops the retries
 */
export async function startWhenWritable({
  start,
  undo,
  log,
}: {
  start: () => Promise<void>;
  undo: () => Promise<void>;
  log: Logger;
}): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  const retryLater = (error: unknown) => {
    log.warn({ event: 'queue_error', reason: String(error) });
    timer = setTimeout(() => void undo().then(start).catch(retryLater), retryInterval);
  };
  try {
    await start();
  } catch (error) {
    if (!isReadOnlyError(error)) throw error;
    retryLater(error);
  }
  return () => clearTimeout(timer);
}
