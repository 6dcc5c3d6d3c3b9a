import { randomBytes } from 'node:crypto';

/** The position of a request in a distributed trace (W3C Trace Context, 3.2). */
export interface TraceContext {
  /** 32 hexadecimal digits, as received. */
  traceId: string;
  /** 16 hexadecimal digits: this request's own. */
  spanId: string;
  /** Two hexadecimal digits, as received, reduced to the flags that version 00 defines. */
  flags: string;
}

/**
 * Parses a `traceparent` header and continues its trace with a span of our own. Undefined if it is missing or invalid.
 * A higher version may have more fields after those of version 00 (W3C Trace Context, 3.2.4).
 */
export function continueTrace(traceparent: string | undefined): TraceContext | undefined {
  const fields = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(
    traceparent ?? '',
  );
  const [, version, traceId = '', parentId = '', flags = '', rest] = fields ?? [];
  if (fields === null || version === 'ff' || (version === '00' && rest !== undefined))
    return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  const sampled = Number.parseInt(flags, 16) & 1;
  return { traceId, spanId: randomBytes(8).toString('hex'), flags: `0${sampled}` };
}

/** Formats the `traceparent` header of a request that belongs to the trace. */
export const formatTraceparent = ({ traceId, spanId, flags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${flags}`;
