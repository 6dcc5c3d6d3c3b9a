import type { Socket } from 'node:net';
import { type Problem, problems } from '@cairn/contract/problem';
import { newId } from '../identifiers.ts';
import { problemCopy } from '../problem.copy.ts';

/** Responses by Node's error code. Any other error means that the request is not valid HTTP. */
const responses: Record<string, { status: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: problemCopy.request.headersTooLarge,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    detail: problemCopy.request.timedOut,
  },
};
const notHttp = { status: '400 Bad Request', detail: problemCopy.request.notHttp };

/** Sends a problem for a request that Node could not parse, and closes the connection. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client has disconnected.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = responses[error.code ?? ''] ?? notHttp;
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
