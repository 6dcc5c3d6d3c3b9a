import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** In milliseconds. A connection without progress for this long is treated as dead. */
const stallTimeout = 60_000;

/** Prepares a response that downloads a CSV file under a name. Returns the stream to respond with. */
export function sendCsv(reply: FastifyReply, name: string, file: Readable): Readable {
  reply.raw.setTimeout(stallTimeout, () => {
    file.destroy(new Error('The client stopped reading the export'));
  });
  reply.header('content-type', 'text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return file;
}
