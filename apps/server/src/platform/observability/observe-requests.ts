import type { Call } from '@cairn/contract/call';
import { calls } from '@cairn/contract/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Returns the key of a request's call in the contract, or the method and route of anything else. */
export const callOf = ({ routeOptions: { config, url }, method }: FastifyRequest): string =>
  config?.call ?? (url === undefined ? 'none' : `${method} ${url}`);

/** True for an event stream. It stays open for minutes, so its duration says nothing about the server. */
export function isEventStream({ routeOptions: { config } }: FastifyRequest): boolean {
  const call: Call | undefined = config?.call && calls[config.call];
  return call?.media === 'events';
}

/** Counts every request, and measures how long it takes until its response has been sent. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const call = callOf(request);
    metrics.requests.inc({ call, status: reply.statusCode });
    if (!isEventStream(request))
      metrics.requestDuration.observe({ call }, reply.elapsedTime / 1_000);
  });
}
