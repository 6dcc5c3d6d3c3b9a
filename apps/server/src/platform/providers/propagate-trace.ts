import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { requestContext } from '../request-context.ts';
import { formatTraceparent } from '../trace-context.ts';

let isSubscribed = false;

/**
 * Adds the `traceparent` of the request that is being handled to every HTTP request that its handler sends. Node's
 * diagnostics channels reach the SDKs of providers too, which have no setting for it.
 */
export function propagateTraceContext(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  // `fetch`
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } }; // As Node documents.
    addTraceparent((name, value) => request.addHeader(name, value));
  });
  // `node:http` and `node:https`
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }; // As Node documents.
    if (!request.headersSent) addTraceparent((name, value) => request.setHeader(name, value));
  });
}

function addTraceparent(addHeader: (name: string, value: string) => void): void {
  const trace = requestContext()?.trace;
  if (trace !== undefined) addHeader('traceparent', formatTraceparent(trace));
}
