import type { BenchServer } from './bench-server.ts';
import { createSeededSessions, createSessions } from './bench-sessions.ts';
import { openStreams } from './event-streams.ts';
import type { Figure } from './figures.ts';
import { requestPages } from './many-connections.ts';

const streams = 2_000;
const connections = 1_000;
const users = 200;
const seconds = 10;
/** Milliseconds. */
const sampleInterval = 50;
/** MiB. */
const limit = 320;

/** The server's memory with many event streams, while many connections request pages. */
export async function measureOpenConnections(server: BenchServer): Promise<Figure[]> {
  const sessions = await createSeededSessions(server, users, 500);
  const tokens = (await createSessions(server, streams)).map(({ token }) => token);
  const before = server.memory();
  const closeStreams = await openStreams(server, tokens);
  const idle = server.memory();
  let highest = idle;
  const sampling = setInterval(() => {
    highest = Math.max(highest, server.memory());
  }, sampleInterval);
  await requestPages(server, sessions, { connections, seconds });
  clearInterval(sampling);
  await closeStreams();
  return [
    {
      name: `Server memory with ${streams.toLocaleString('en-US')} event streams and ${connections.toLocaleString('en-US')} connections that request pages (${before} MiB before, ${idle} MiB with the streams)`,
      measured: `${highest} MiB`,
      limit: `<= ${limit} MiB`,
      withinLimit: highest <= limit,
    },
  ];
}
