import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerBodyParsers } from './body-parsers.ts';
import { setProblemErrorHandler } from './problem-responses.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  setProblemErrorHandler(app);
  await registerBodyParsers(app);
  app.post('/echo', async (request) => ({ body: request.body }));
  await app.ready();
});
afterAll(() => app.close());

const post = (payload: string | Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });

test('an empty body is undefined, with or without a content type', async () => {
  expect((await post('')).json()).toEqual({});
  expect((await app.inject({ method: 'POST', url: '/echo' })).json()).toEqual({});
});

test('text in any script is accepted unchanged', async () => {
  const text = { text: 'naïve 漢字 👩‍👩‍👧 \u202e \n' };
  expect((await post(JSON.stringify(text))).json()).toEqual({ body: text });
});

test.each([
  ['invalid JSON', '{"a":', /JSON/],
  ['a NUL', '{"a":"x\\u0000y"}', /can't be stored/],
  ['a NUL in a key', '{"x\\u0000":1}', /can't be stored/],
  ['a lone surrogate', '{"a":"\\ud800"}', /can't be stored/],
  ['a nested lone surrogate', '{"a":[{"b":"\\udfff"}]}', /can't be stored/],
  ['a number that overflows', '{"a":1e400}', /out of range/],
  ['__proto__', '{"__proto__":{"admin":true}}', /JSON/],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', /JSON/],
  ['30 nested arrays', `${'['.repeat(30)}${']'.repeat(30)}`, /nested too deeply/],
  ['100,000 nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /nested too deeply/],
])('%s is rejected with a detail', async (_input, payload, detail) => {
  const response = await post(payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().detail).toMatch(detail);
});

test.each([['text/plain'], ['application/xml'], ['application/x-ndjson'], ['nonsense']])(
  'a body of type %s is rejected',
  async (type) => expect((await post('a', type)).statusCode).toBe(415),
);
