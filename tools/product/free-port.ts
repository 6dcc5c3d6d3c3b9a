import { createServer } from 'node:net';

// Below the ephemeral range. An outgoing connection could take a port of that range before the test listens on it.
const minPort = 10_000;
const maxPort = 32_000;

/** Finds a port that is currently free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort));
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
