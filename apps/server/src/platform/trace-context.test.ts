import { expect, test } from 'vitest';
import { continueTrace, formatTraceparent } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test('a trace is continued under its ID with a new span', () => {
  const trace = continueTrace(`00-${traceId}-${parentId}-01`);
  expect(trace).toEqual({ traceId, spanId: expect.stringMatching(/^[\da-f]{16}$/), flags: '01' });
  expect(trace?.spanId).not.toBe(parentId);
  if (trace !== undefined)
    expect(formatTraceparent(trace)).toBe(`00-${traceId}-${trace.spanId}-01`);
});

test.each([
  [`00-${traceId}-${parentId}-fe`, '00'],
  [`cc-${traceId}-${parentId}-01`, '01'],
  [`cc-${traceId}-${parentId}-01-what-the-future-brings`, '01'],
])('the trace %s is continued with the flags %s', (header, flags) =>
  expect(continueTrace(header)).toMatchObject({ traceId, flags }),
);

test.each([
  undefined,
  '',
  `ff-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-01-more`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${traceId}-${parentId}`,
  `00-${traceId}-${parentId}-01\n`,
])('the traceparent %j is ignored', (header) => expect(continueTrace(header)).toBeUndefined());
