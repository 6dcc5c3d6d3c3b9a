import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openConnections, timedPost } from './http-client.ts';

/** The sign-ins that the thread sends. */
export interface SignIns {
  url: string;
  count: number;
}

// Sends sign-ins of unknown users, each on its own connection. They cost as much as others.
const { url, count } = workerData as SignIns; // As its only caller passes.
const connections = openConnections();
const responses = await Promise.all(
  Array.from({ length: count }, () =>
    timedPost(connections, {
      url,
      body: new URLSearchParams({ username: `${randomUUID()}@example.com`, password: 'a guess' }),
    }),
  ),
);
connections.destroy();
parentPort?.postMessage(responses);
