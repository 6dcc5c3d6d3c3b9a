import { createServer } from 'node:net';

// Below the range that systems take for outgoing connections, which come and go all the time while
// tests run: a port from there may be gone before it is listened on.
const lowest = 10_000;
const highest = 32_000;

/** A port that nothing listens on right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
