import type { Queries } from '../../platform/database.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import type { Services } from '../../services.ts';
import {
  deleteAbandonedPages,
  deleteAnsweredEvents,
  deleteGonePayers,
  deleteOldActivity,
  deleteOldCodes,
  deleteOldMails,
  deleteOldSessions,
  deleteOldSyncRuns,
  deleteOldTries,
  deleteTombstones,
  listUsersAfter,
} from './retention.queries.ts';

/** Rows that one statement deletes at most: locks are short, and nobody waits for it. */
const atOnce = 1_000;
/** Statements for one kind in one run; what is left waits for tomorrow. */
const statementsAtMost = 500;
/** Users that one job looks at before it hands on to the next. */
const usersAtOnce = 200;
/** Before every user's id. */
const first = '00000000-0000-0000-0000-000000000000';

const ofNobody: Record<string, (queries: Queries, limit: number) => Promise<number>> = {
  sessions: deleteOldSessions,
  codes: deleteOldCodes,
  webhooks: deleteAnsweredEvents,
  rate_limits: deleteOldTries,
  gone_payers: deleteGonePayers,
};

const ofUsers: Record<
  string,
  (queries: Queries, userId: UserId, limit: number) => Promise<number>
> = {
  activity: deleteOldActivity,
  mails: deleteOldMails,
  transactions_taken_back: deleteTombstones,
  sync_pages: deleteAbandonedPages,
  sync_runs: deleteOldSyncRuns,
};

/** Deletes what nobody needs any more (docs/retention.md), in small bites, and has users' rows looked at. */
export async function cleanUp({ database, queue, log }: Services): Promise<void> {
  const deleted: Record<string, number> = {};
  for (const [what, deleteSome] of Object.entries(ofNobody))
    deleted[what] = await untilDone(() => deleteSome(database, atOnce));
  log.info({ event: 'cleaned_up', deleted });
  await queue.enqueue('clean-users', { after: first }, { key: first });
}

/** The same for the rows of some users, and then of those after them. A worker that dies begins these again. */
export async function cleanUsers(
  { database, queue, log }: Services,
  { after }: Jobs['clean-users'],
): Promise<void> {
  const users = await listUsersAfter(database, after, usersAtOnce);
  const deleted: Record<string, number> = {};
  for (const user of users)
    for (const [what, deleteSome] of Object.entries(ofUsers)) {
      const count = await untilDone(() => deleteSome(database, asUserId(user), atOnce));
      deleted[what] = (deleted[what] ?? 0) + count;
    }
  log.info({ event: 'users_cleaned_up', users: users.length, deleted });
  const last = users.at(-1);
  if (last !== undefined && users.length === usersAtOnce)
    await queue.enqueue('clean-users', { after: last }, { key: last });
}

/** Deletes bite by bite until there is less than one; answers how many rows. */
async function untilDone(deleteSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let bites = 0; bites < statementsAtMost; bites += 1) {
    const count = await deleteSome();
    total += count;
    if (count < atOnce) break;
  }
  return total;
}
