import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.ts';

/** What the handler of a request, and everything that it calls, can find out about the request. */
export interface RequestContext {
  /** The IP address or its network, as it may be logged and stored. Null if neither may be. */
  ip: string | null;
  /** Undefined if the request has none. */
  trace: TraceContext | undefined;
  /** Runs work that mostly waits, such as a call to a provider. In the meantime, other requests are handled. */
  runWithoutSlots<T>(work: () => Promise<T>): Promise<T>;
}

const current = new AsyncLocalStorage<RequestContext>();

/** Runs the handler of a request with its context. */
export const runWithContext = <T>(context: RequestContext, work: () => T): T =>
  current.run(context, work);

/** The context of the request that is being handled. Undefined in a job. */
export const requestContext = (): RequestContext | undefined => current.getStore();

/**
 * Runs work that mostly waits, such as a call to a provider. In the meantime, the request doesn't count toward the
 * concurrency limits, so a slow provider can't block other requests. In a job, the work just runs.
 */
export const runUnlimited = <T>(work: () => Promise<T>): Promise<T> =>
  requestContext()?.runWithoutSlots(work) ?? work();
