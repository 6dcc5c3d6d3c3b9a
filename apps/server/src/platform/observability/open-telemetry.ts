import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceOf } from '../http/provide-context.ts';
import { describeStatement } from './describe-statement.ts';
import { callOf, isEventStream } from './observe-requests.ts';
import type { TracedWork, Tracing } from './tracing.ts';

const spanKinds: Record<TracedWork['kind'], SpanKind> = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const randomIds = new RandomIdGenerator();

/** Gives the span of a request the ID that its log lines and its requests to providers have. */
const spanIds = {
  /** The ID of the next span. Random if undefined. */
  next: undefined as string | undefined,
  generateTraceId: () => randomIds.generateTraceId(),
  generateSpanId() {
    const id = spanIds.next ?? randomIds.generateSpanId();
    spanIds.next = undefined;
    return id;
  },
};

/**
 * Starts sending traces by OTLP over HTTP. The SDK reads the address, the sampler, and its other settings from the
 * standard variables. Import this module only if traces are on: it loads the SDK.
 * Source: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function startTracing(): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'cairn' }))
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: spanIds,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer('cairn');
  const traceWork: Tracing['trace'] = ({ name, kind, attributes }, run) =>
    runInSpan(tracer, { name, kind: spanKinds[kind], attributes }, run);
  return {
    trace: traceWork,
    traceStatement: (text, run) => {
      // A statement outside of any span, such as the queue's polling, would become a trace of its own.
      if (trace.getActiveSpan() === undefined) return run();
      return traceWork({ ...describeStatement(text), kind: 'client' }, run);
    },
    traceRequests: (app) => traceRequests(app, tracer),
    stop: () => provider.shutdown(),
  };
}

function runInSpan<T>(
  tracer: Tracer,
  { name, kind, attributes }: { name: string; kind: SpanKind; attributes: Attributes },
  run: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      markFailed(span, typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** The code or class of an error. Its message could contain user data. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Traces requests to calls. A request with a valid `traceparent` belongs to that trace (W3C Trace Context). */
function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const activeSpans = new WeakMap<FastifyRequest, { span: Span; spanContext: Context }>();

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.call === undefined || isEventStream(request)) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const { method, routeOptions } = request;
    const attributes = { 'http.request.method': method, 'http.route': routeOptions.url ?? '' };
    spanIds.next = traceOf(request.raw)?.spanId;
    const span = tracer.startSpan(callOf(request), { kind: SpanKind.SERVER, attributes }, parent);
    const spanContext = trace.setSpan(parent, span);
    activeSpans.set(request, { span, spanContext });
    context.with(spanContext, done);
  });

  // The context is lost while the body is parsed.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(activeSpans.get(request)?.spanContext ?? context.active(), done);
  });

  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = activeSpans.get(request)?.span;
    span?.setAttribute('http.response.status_code', statusCode);
    if (span !== undefined && statusCode >= 500)
      markFailed(span, request.problemCode ?? String(statusCode));
    span?.end();
  });
}
