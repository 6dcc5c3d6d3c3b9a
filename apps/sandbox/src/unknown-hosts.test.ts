import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSandbox } from './app.ts';
import { readSettings } from './settings.ts';

let sandbox: Awaited<ReturnType<typeof buildSandbox>>;
beforeAll(async () => {
  sandbox = await buildSandbox(readSettings({ APP_URL: 'http://money.example:3000' }));
});
afterAll(() => sandbox.close());

const statusFor = async (host: string) =>
  (await sandbox.inject({ url: '/mail/messages', headers: { host } })).statusCode;

test.each(['localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'money.example:3001'])(
  'a request for %s is served',
  async (host) => expect(await statusFor(host)).toBe(200),
);

test.each(['attacker.example:3001', 'localhost.attacker.example', '127.0.0.1.attacker.example'])(
  'a request for %s cannot read the mailbox',
  async (host) => expect(await statusFor(host)).toBe(421),
);
