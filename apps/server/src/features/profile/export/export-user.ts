import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { recordActivity } from '../../../domain/activity.queries.ts';
import type { Identity } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { writeArchive } from './write-archive.ts';

// A connection on which nothing moves for so long is dead, whatever it looks like. Milliseconds.
const longestStall = 60_000;

/** Answers with everything held on the user, as a zip that is made while it is sent. */
export async function exportUser(
  { database, clock, log }: Services,
  { userId, username }: Identity,
  reply: FastifyReply,
): Promise<Readable> {
  const at = clock.now();
  await recordActivity(database, { userId, event: 'exported' });
  log.info({ event: 'exported', user_id: userId });
  const archive = writeArchive(database, { userId, email: username, at });
  reply.raw.setTimeout(longestStall, () => {
    archive.destroy(new Error('Whoever asked for the export stopped reading it'));
  });
  reply.header('content-type', 'application/zip');
  reply.header(
    'content-disposition',
    `attachment; filename="cairn-export-${at.toISOString().slice(0, 10)}.zip"`,
  );
  return archive;
}
