import { Agent, request as httpRequest } from 'node:http';
import type { HostileRequest } from './create-request.ts';

/** A received response. The `text` of an event stream is empty, because it is not read. */
export interface HostileResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/**
 * Sends a request exactly as it is, which `fetch` would not: any method, host, and header. Returns undefined if the
 * server closed the connection without a response.
 */
export function sendRequest(
  url: string,
  { method, path, headers, body }: HostileRequest,
  token: string | undefined,
): Promise<HostileResponse | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      setHost: false,
      headers: {
        host: `localhost:${port}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    });
    const timedOut = `No response to ${method} ${path} within 30 s: ${String(body).slice(0, 500)}`;
    outgoing.setTimeout(30_000, () => outgoing.destroy(new Error(timedOut)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(undefined);
      else reject(error);
    });
    outgoing.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const chunks: Buffer[] = [];
      const finish = () =>
        resolve({ status, headers: received, text: Buffer.concat(chunks).toString('utf8') });
      // An event stream does not end by itself.
      if (received['content-type'] === 'text/event-stream') {
        finish();
        outgoing.destroy();
        return;
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', finish);
    });
    outgoing.end(body);
  });
}
