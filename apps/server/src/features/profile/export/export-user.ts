import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { recordActivity } from '../../../identity/activity.queries.ts';
import type { CallerIdentity } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { writeArchive } from './write-archive.ts';

/** A connection without progress for this many milliseconds is considered dead. */
const stallTimeout = 60_000;

/** Responds with all of the user's data, as a zip that is created while it is sent. */
export async function exportUser(
  { database, clock, log }: Services,
  { userId, username }: CallerIdentity,
  reply: FastifyReply,
): Promise<Readable> {
  const at = clock.now();
  await recordActivity(database, { userId, event: 'exported' });
  log.info({ event: 'exported', user_id: userId });
  const archive = writeArchive(database, { userId, email: username, at });
  reply.raw.setTimeout(stallTimeout, () => {
    archive.destroy(new Error('The client stopped reading the export'));
  });
  reply.header('content-type', 'application/zip');
  reply.header(
    'content-disposition',
    `attachment; filename="cairn-export-${at.toISOString().slice(0, 10)}.zip"`,
  );
  return archive;
}
