import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { createLogger } from '../../apps/server/src/platform/log.ts';

/** A message of PostgreSQL's protocol: its type, its length, and its content (PostgreSQL's documentation, 'Message Formats'). */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const accepted = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const endFields = { S: 'FATAL', C: '57P01', M: 'terminating connection' };
const ended = message(
  'E',
  Buffer.from(
    `${Object.entries(endFields)
      .map(([type, value]) => `${type}${value}\0`)
      .join('')}\0`,
  ),
);

let server: Server;
let database: Database;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Accepts the connection and ends it in one packet.
    socket.once('data', () => socket.end(Buffer.concat([accepted, ready, ended])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `postgresql://cairn:secret@127.0.0.1:${port}/cairn`;
  const log = createLogger('silent');
  database = openDatabase({ url, directUrl: url, log });
});
afterAll(async () => {
  await database.close();
  server.close();
});

// Without a listener for its errors, a client that fails ends the process, and the test run reports an unhandled error.
test('a connection that the database ends while accepting it fails the transaction, not the process', async () => {
  const work = database.transaction(async () => undefined);
  await expect(work).rejects.toMatchObject({ code: 'unavailable' });
});

test('a connection for notifications that the database ends while accepting it does not end the process', async () => {
  const client = await database.connectListener().catch(() => undefined);
  const result = await client?.query('select 1').catch(() => undefined);
  expect(result).toBeUndefined();
});
