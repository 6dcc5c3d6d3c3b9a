import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHostCheck, type HostSettings } from '../http/unknown-hosts.ts';
import { problemCopy } from '../problem.copy.ts';
import type { Metrics } from './metrics.ts';

const misdirectedRequest = 421;

/**
 * Serves the metrics at every path of their own port, under the host names of the app only. Returns the port, and a
 * function that stops the server.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, ...hosts }: HostSettings & { host: string; port: number },
): Promise<{ port: number; stop(): Promise<void> }> {
  const isKnownHost = createHostCheck(hosts);
  const server = createServer(async ({ headers }, response) => {
    if (!isKnownHost(headers.host)) {
      response.writeHead(misdirectedRequest, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`${problemCopy.request.unknownHost}\n`);
      return;
    }
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
