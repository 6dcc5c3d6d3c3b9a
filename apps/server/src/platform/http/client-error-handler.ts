import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, problems } from '@cairn/contract/problem';
import type { FastifyInstance } from 'fastify';
import { newId } from '../identifiers.ts';
import { problemCopy } from '../problem.copy.ts';

/** The problems of a request that fails before its call is known. Their code is `malformed_request`. */
export const connectionProblems = [
  { error: 'ERR_HTTP_REQUEST_TIMEOUT', status: 408, detail: problemCopy.request.timedOut },
  { error: 'HPE_HEADER_OVERFLOW', status: 431, detail: problemCopy.request.headersTooLarge },
] as const;

/** Any other error means that the request is not valid HTTP. */
const notHttp = { status: 400, detail: problemCopy.request.notHttp };

/** Sends a problem for a request that Node could not parse, and closes the connection. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client has disconnected.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } =
    connectionProblems.find((problem) => problem.error === error.code) ?? notHttp;
  const { title } = problems.malformed_request;
  const body: Problem = {
    type: '/api/docs/errors#malformed_request',
    title,
    status,
    detail,
    code: 'malformed_request',
    request_id: newId(),
  };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
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

/**
 * Ignores an `Expect` header with an unknown expectation (RFC 9110, 10.1.1), for which Node would respond with a 417
 * outside the API's error format.
 */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
