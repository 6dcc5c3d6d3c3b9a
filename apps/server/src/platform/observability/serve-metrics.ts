import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

/** Serves the metrics at every path of their own port. Returns the port, and a function that stops the server. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer(async (_request, response) => {
    const text = await metrics.render();
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8').end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // It listens on a port, not on a pipe.
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
