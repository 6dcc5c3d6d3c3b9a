import { expect, test } from 'vitest';
import { createEventParser, type ServerEvent } from './event-stream.ts';

const parse = (pieces: string[]) => {
  const events: ServerEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
};

test('an event ends at an empty line', () => {
  expect(parse(['event: sync\ndata: {"a":1}\n\n'])).toEqual([{ event: 'sync', data: '{"a":1}' }]);
  expect(parse(['event: sync\ndata: {"a":1}\n'])).toEqual([]);
});

test('an event cut anywhere, even inside a line break, is put together again', () => {
  const text = 'event: sync\r\ndata: one\r\ndata: two\r\n\r\n';
  for (let cut = 1; cut < text.length; cut++) {
    expect(parse([text.slice(0, cut), text.slice(cut), 'data: x\n\n'])).toEqual([
      { event: 'sync', data: 'one\ntwo' },
      { event: 'message', data: 'x' },
    ]);
  }
});

test('comments and events without data are passed over', () => {
  expect(parse([': still here\n\n', 'event: sync\n\n', 'data:tight\n\n'])).toEqual([
    { event: 'message', data: 'tight' },
  ]);
});
