import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { runWithContext } from '../request-context.ts';
import { continueTrace, type TraceContext } from '../trace-context.ts';
import { describeIp, type IpPrecision } from './request-ip.ts';

const traces = new WeakMap<IncomingMessage, TraceContext>();

/** The trace that a request belongs to, by its `traceparent` header. Undefined without a valid one. */
export function traceOf(message: IncomingMessage): TraceContext | undefined {
  const { traceparent } = message.headers;
  if (typeof traceparent !== 'string') return undefined;
  const trace = traces.get(message) ?? continueTrace(traceparent);
  if (trace !== undefined) traces.set(message, trace);
  return trace;
}

/** Makes the context of each request available to what its handler calls. */
export function provideRequestContext(app: FastifyInstance, ipPrecision: IpPrecision): void {
  // This runs later than `onRequest`, because the context would be lost while the body is parsed.
  app.addHook('preHandler', (request, _reply, done) => {
    const context = {
      ip: describeIp(request.ip, ipPrecision),
      trace: traceOf(request.raw),
      runWithoutSlots: <T>(work: () => Promise<T>) =>
        request.slots?.runWithoutSlots(work) ?? work(),
    };
    runWithContext(context, done);
  });
}
