import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBodies } from './body-reading.ts';
import { answerWithProblems } from './problem-replies.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  answerWithProblems(app);
  await readBodies(app);
  app.post('/echo', async (request) => ({ body: request.body }));
  await app.ready();
});
afterAll(() => app.close());

const post = (payload: string | Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });

test('an empty body counts as {}, with a content type or without', async () => {
  expect((await post('')).json()).toEqual({ body: {} });
  expect((await app.inject({ method: 'POST', url: '/echo' })).json()).toEqual({ body: {} });
});

test('text of every script is taken as it is', async () => {
  const said = { said: 'naïve 漢字 👩‍👩‍👧 \u202e \n' };
  expect((await post(JSON.stringify(said))).json()).toEqual({ body: said });
});

test.each([
  ['what is not JSON', '{"a":', /JSON/],
  ['a NUL', '{"a":"x\\u0000y"}', /cannot be stored/],
  ['a NUL in a name', '{"x\\u0000":1}', /cannot be stored/],
  ['half a surrogate pair', '{"a":"\\ud800"}', /cannot be stored/],
  ['half a surrogate pair deep inside', '{"a":[{"b":"\\udfff"}]}', /cannot be stored/],
  ['a number beyond all numbers', '{"a":1e400}', /out of range/],
  ['__proto__', '{"__proto__":{"admin":true}}', /JSON/],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', /JSON/],
  ['a nest of 30 lists', `${'['.repeat(30)}${']'.repeat(30)}`, /nested too deeply/],
  ['a nest of 100,000 lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /nested too deeply/],
])('%s is refused with a sentence', async (_what, payload, sentence) => {
  const answer = await post(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail).toMatch(sentence);
});

test.each([['text/plain'], ['application/xml'], ['application/x-ndjson'], ['nonsense']])(
  'a body of type %s is not taken',
  async (type) => expect((await post('a', type)).statusCode).toBe(415),
);
