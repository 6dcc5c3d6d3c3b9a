import type { Socket } from 'node:net';
import { type Problem, problems } from '@cairn/contract/problem';
import { newId } from '../identifiers.ts';

/** What can be wrong with a request before there is one; all else could not be read as HTTP. */
const known: Record<string, { status: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: 'The address and the headers of the request are larger than 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    detail: 'The request did not arrive in time.',
  },
};
const unreadable = { status: '400 Bad Request', detail: 'The request is not HTTP.' };

/** Answers what never became a request as any other bad input: with a problem, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // Nobody is there to read it.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = known[error.code ?? ''] ?? unreadable;
  const { title } = problems.malformed_request;
  const body: Problem = {
    type: '/api/docs/errors#malformed_request',
    title,
    status: Number.parseInt(status, 10),
    detail,
    code: 'malformed_request',
    request_id: newId(),
  };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/problem+json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
