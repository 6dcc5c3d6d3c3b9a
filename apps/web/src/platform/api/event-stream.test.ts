import { expect, test } from 'vitest';
import { createEventParser, type ServerEvent } from './event-stream.ts';

const parse = (chunks: string[]) => {
  const events: ServerEvent[] = [];
  const parseChunk = createEventParser((event) => events.push(event));
  for (const chunk of chunks) parseChunk(chunk);
  return events;
};

test('an empty line ends an event', () => {
  expect(parse(['event: sync\ndata: {"a":1}\n\n'])).toEqual([{ event: 'sync', data: '{"a":1}' }]);
  expect(parse(['event: sync\ndata: {"a":1}\n'])).toEqual([]);
});

test('an event split at any position, even inside a line break, is parsed', () => {
  const text = 'event: sync\r\ndata: one\r\ndata: two\r\n\r\n';
  for (let cut = 1; cut < text.length; cut++) {
    expect(parse([text.slice(0, cut), text.slice(cut), 'data: x\n\n'])).toEqual([
      { event: 'sync', data: 'one\ntwo' },
      { event: 'message', data: 'x' },
    ]);
  }
});

test('comments and events without data are ignored', () => {
  expect(parse([': still here\n\n', 'event: sync\n\n', 'data:tight\n\n'])).toEqual([
    { event: 'message', data: 'tight' },
  ]);
});
