import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { TimedResponse } from './http-client.ts';

/** What the process sends, all at once. */
export interface Burst {
  /** The server's URL. */
  url: string;
  /** `sign-ins` of unknown users cost as much as other sign-ins. Calls `without-token` are rejected with 401. */
  kind: 'sign-ins' | 'without-token';
  count: number;
}

/** What the process measured. */
export interface BurstResult {
  /** Measured until the first bytes of a response, which contain the whole response. */
  responses: TimedResponse[];
  /** Processor time that the clients used, in milliseconds. */
  processorTime: number;
}

// Each request is written to a connection of its own, without an HTTP library: the clients share the processors with
// the server, so they must be cheap.
process.on('message', async (burst: Burst) => {
  const before = process.cpuUsage();
  const responses = await Promise.all(Array.from({ length: burst.count }, () => send(burst)));
  const { user, system } = process.cpuUsage(before);
  const result: BurstResult = { responses, processorTime: (user + system) / 1_000 };
  process.send?.(result);
});

async function send({ url, kind }: Burst): Promise<TimedResponse> {
  const { hostname, port, host } = new URL(url);
  const body = `username=${randomUUID()}@example.com&password=a+guess`;
  const head = [
    kind === 'sign-ins'
      ? 'POST /api/auth/token HTTP/1.1'
      : 'POST /api/user/transactions/v2 HTTP/1.1',
    `host: ${host}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    'connection: close',
  ];
  const startedAt = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const [response] = (await once(socket, 'data')) as [Buffer];
  const milliseconds = performance.now() - startedAt;
  socket.destroy();
  return { status: Number(response.toString('latin1', 9, 12)), milliseconds };
}
