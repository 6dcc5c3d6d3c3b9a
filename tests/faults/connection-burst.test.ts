import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';

/** More connections than Node.js lets wait by default. */
const connectionCount = 1_000;

/** How many connections the system lets wait at most. Systems other than Linux let fewer wait. */
const systemLimitFile = '/proc/sys/net/core/somaxconn';
const systemLimit = existsSync(systemLimitFile)
  ? Number(readFileSync(systemLimitFile, 'utf8'))
  : 128;

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

test.runIf(systemLimit >= connectionCount)(
  'a thousand clients that connect while the server is busy wait for it, and all get a response',
  async () => {
    process.kill(server.pid, 'SIGSTOP');
    const sockets = Array.from({ length: connectionCount }, openConnection);
    try {
      // Clients whose connection did not fit would try again after a second, then after three, and so on.
      await eventually(
        () => sockets.every(({ readyState }) => readyState === 'open'),
        'all clients are connected',
        20_000,
      );
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }
    const responses = await Promise.all(sockets.map(requestHealth));
    expect(responses.filter((line) => line !== 'HTTP/1.1 200 OK')).toEqual([]);
  },
);

function openConnection(): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  // If a connection fails, so does waiting for it.
  socket.on('error', () => undefined);
  return socket;
}

/** Requests `/healthz`. Returns the status line of the response. */
async function requestHealth(socket: Socket): Promise<string | undefined> {
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n\r\n`);
  const [response] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return response.toString().split('\r\n')[0];
}
