import Fastify, { type FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { Failure } from '../../problem.ts';
import { setProblemErrorHandler } from '../problem-responses.ts';
import { reportUndocumentedResponses, undocumentedEvent } from './report-undocumented.ts';

/** Returns the logged reports of a response to GET /api/user/me. */
async function reportsOf(respond: (reply: FastifyReply) => unknown): Promise<unknown[]> {
  const logged: Record<string, unknown>[] = [];
  const app = Fastify({
    logger: { level: 'error', stream: { write: (line) => void logged.push(JSON.parse(line)) } },
  });
  setProblemErrorHandler(app);
  reportUndocumentedResponses(app);
  app.get('/api/user/me', async (_request, reply) => respond(reply));
  await app.inject({ url: '/api/user/me' });
  await app.close();
  return logged.filter(({ event }) => event === undocumentedEvent);
}

const fail = (failure: Failure) => () => {
  throw failure;
};

test.each<[string, (reply: FastifyReply) => unknown]>([
  ['a success', () => ({})],
  ['a code that the document lists for the call', fail(new Failure('unauthenticated'))],
  ['a code that any call can return', fail(new Failure('unavailable'))],
])('%s is not reported', async (_response, respond) =>
  expect(await reportsOf(respond)).toEqual([]),
);

test.each<[string, (reply: FastifyReply) => unknown, object]>([
  ['a status', fail(new Failure('conflict')), { status: 409, code: 'conflict' }],
  [
    'a code',
    fail(new Failure('invalid_credentials')),
    { status: 401, code: 'invalid_credentials' },
  ],
  ['a media type', (reply) => reply.type('text/plain').send('me'), { type: 'text/plain' }],
])('%s that the document lacks is reported', async (_response, respond, report) => {
  expect(await reportsOf(respond)).toMatchObject([{ url: '/api/user/me', ...report }]);
});
