import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Counts the events of this process that operators watch. docs/operations.md has an alert for each metric. No label
 * contains data of a user.
 */
export interface Metrics {
  /** Sign-ins by `method` and `outcome`: `signed_in`, or the error code of the failure. */
  signIns: Counter<'method' | 'outcome'>;
  /** Wrong passwords and second factors of signed-in users, by `factor`. */
  stepUpFailures: Counter<'factor'>;
  /** Requests over a rate limit, by its name. */
  rateLimited: Counter<'limit'>;
  /** Requests that were denied, by error code: `unauthenticated`, `subscription_required`, and so on. */
  denials: Counter<'code'>;
  /** Webhooks with an invalid signature, by `provider`. */
  webhookSignatureFailures: Counter<'provider'>;
  /** Refresh tokens that were used a second time. */
  refreshTokenReuses: Counter;
  /** Everything in the text format of Prometheus, with the process's memory, CPU time, and event-loop delay. */
  render(): Promise<string>;
}

/** Creates the metrics of a process, all at zero. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Counter({ name, help, labelNames, registers });
  collectDefaultMetrics({ register: registry, prefix: 'cairn_' });
  return {
    signIns: counter('cairn_sign_ins_total', 'Sign-ins and their outcome', 'method', 'outcome'),
    stepUpFailures: counter(
      'cairn_step_up_failures_total',
      'Wrong passwords and second factors of signed-in users',
      'factor',
    ),
    rateLimited: counter('cairn_rate_limited_total', 'Requests over a rate limit', 'limit'),
    denials: counter('cairn_denials_total', 'Denied requests', 'code'),
    webhookSignatureFailures: counter(
      'cairn_webhook_signature_failures_total',
      'Webhooks with an invalid signature',
      'provider',
    ),
    refreshTokenReuses: counter(
      'cairn_refresh_token_reuses_total',
      'Refresh tokens that were used a second time',
    ),
    render: () => registry.metrics(),
  };
}

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
