import type { Queries } from '../database/database.ts';
import { directory } from '../database/owned-sql.ts';

/** Refunds one attempt, if its window has not expired. */
export const refundPoint = (queries: Queries, key: string) =>
  queries.run(directory`
    update rate_limits
    set points = points - 1
    where key = ${key}
      and points > 0
      and expire > extract(epoch from now()) * 1000`);

export const deletePoints = (queries: Queries, key: string) =>
  queries.run(directory`
    delete from rate_limits
    where key = ${key}`);
