import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { setProblemErrorHandler } from './problem-responses.ts';
import { rejectUnknownHosts } from './unknown-hosts.ts';

async function statusFor(host: string, url = '/page'): Promise<number> {
  const app = Fastify();
  setProblemErrorHandler(app);
  rejectUnknownHosts(app, {
    publicUrl: 'https://money.example:8443',
    allowedHosts: ['Cairn.internal'],
  });
  app.get('/page', async () => 'page');
  app.get('/healthz', async () => 'ok');
  const response = await app.inject({ url, headers: { host } });
  await app.close();
  return response.statusCode;
}

test.each([
  'money.example',
  'money.example:8443',
  'MONEY.example',
  'cairn.internal:3000',
  'localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
])('a request for %s is served', async (host) => expect(await statusFor(host)).toBe(200));

test.each([
  'attacker.example',
  'attacker.example:3000',
  'money.example.attacker.example',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  'money.example@attacker.example',
  '10.0.0.7:3000',
])('a request for %s is rejected', async (host) => expect(await statusFor(host)).toBe(421));

test('health checks are served at any address of the machine', async () => {
  expect(await statusFor('10.0.0.7:3000', '/healthz')).toBe(200);
  expect(await statusFor('10.0.0.7:3000', '/healthz?x')).toBe(200);
  expect(await statusFor('10.0.0.7:3000', '/healthz/page')).toBe(421);
});
