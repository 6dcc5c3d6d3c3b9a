import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.ts';

/** What the handler of a request, and everything that it calls, knows about the request. */
export interface RequestContext {
  /** The IP address as it may be logged and stored, or its network; null if nothing of it may be. */
  ip: string | null;
  /** Undefined if the request has none. */
  trace: TraceContext | undefined;
  /** Runs work that only waits for others, such as a provider. Meanwhile, other requests are handled. */
  runOutsideLines<T>(work: () => Promise<T>): Promise<T>;
}

const current = new AsyncLocalStorage<RequestContext>();

/** Runs the handler of a request with its context. */
export const runWithContext = <T>(context: RequestContext, work: () => T): T =>
  current.run(context, work);

/** The context of the request that is being handled. Undefined in a job. */
export const requestContext = (): RequestContext | undefined => current.getStore();

/**
 * Runs work that only waits for others, such as a call to a provider. Meanwhile, the request doesn't count toward the
 * limits of requests that are handled at once, so a slow provider can't block other requests. In a job, it just runs.
 */
export const waitForOthers = <T>(work: () => Promise<T>): Promise<T> =>
  requestContext()?.runOutsideLines(work) ?? work();
