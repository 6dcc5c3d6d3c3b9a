import type { FastifyInstance } from 'fastify';

/** Work that gets a span of its own, such as a statement or a call to a provider. */
export interface TracedWork {
  name: string;
  /** `client`: waits for another system. `consumer`: processes a job. `internal`: anything else. */
  kind: 'client' | 'consumer' | 'internal';
  /** Must not contain user data or secrets. */
  attributes: Readonly<Record<string, string | number>>;
}

/** Traces of requests, jobs, and what they wait for. */
export interface Tracing {
  /** Runs work in a new span, as a child of the active span. A rejection marks the span as failed. */
  trace<T>(work: TracedWork, run: () => Promise<T>): Promise<T>;
  /** Runs a statement in a span that is named after what the statement does. `text` has placeholders for its values. */
  traceStatement<T>(text: string, run: () => Promise<T>): Promise<T>;
  /** Traces each request to a call, as a part of the trace in its `traceparent` header. */
  traceRequests(app: FastifyInstance): void;
  /** Sends the remaining spans and stops tracing. */
  stop(): Promise<void>;
}

/** Traces nothing. */
export const noTracing: Tracing = {
  trace: (_work, run) => run(),
  traceStatement: (_text, run) => run(),
  traceRequests: () => undefined,
  stop: async () => undefined,
};
