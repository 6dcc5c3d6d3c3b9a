import { once } from 'node:events';
import { get } from 'node:http';
import type { BenchServer } from './bench-server.ts';

/** Streams that are opened at the same time: fewer than the calls that the server handles at once. */
const batchSize = 10;

/** Opens one event stream per token. Resolves to a function that closes them all. */
export async function openStreams(
  server: BenchServer,
  tokens: readonly string[],
): Promise<() => Promise<void>> {
  const closers: (() => Promise<unknown>)[] = [];
  for (let start = 0; start < tokens.length; start += batchSize) {
    const batch = tokens.slice(start, start + batchSize);
    closers.push(...(await Promise.all(batch.map((token) => openStream(server, token)))));
  }
  return async () => {
    await Promise.all(closers.map((close) => close()));
  };
}

async function openStream(server: BenchServer, token: string): Promise<() => Promise<unknown>> {
  const request = get(`${server.url}/api/user/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`A stream was refused: ${response.statusCode}`);
  // The first event is the current state. After it, the stream is idle.
  await once(response, 'data');
  response.resume();
  return () => {
    // Closing the request ends the response early, which is reported as an error.
    response.on('error', () => undefined);
    const closed = new Promise((resolve) => response.once('close', resolve));
    request.destroy();
    return closed;
  };
}
