import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivity } from '../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../tests/support/processes/test-server.ts';
import { openEventStream } from '../../../../tests/support/requests/event-stream.ts';
import {
  signIn,
  signUp,
  TestClient,
  testPassword,
} from '../../../../tests/support/requests/test-client.ts';
import { root } from '../../../../tools/command/root.mjs';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function runCommand(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'tools/end-sessions.ts'), ...args],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: server.database.url,
          DATA_DIR: server.dataDir,
        },
      },
      (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
    );
  });
}

const signInAgain = async (email: string) =>
  new TestClient(server, await signIn(server, email, testPassword));

const status = async (client: TestClient) => (await client.call('GET /user/me')).status;

test('an operator signs out all devices and open pages of one user, which the activity then shows', async () => {
  const client = await signUp(server, 'lost-phone@example.com');
  const other = await signInAgain('lost-phone@example.com');
  const stranger = await signUp(server);
  const stream = await openEventStream(other);
  expect(await runCommand('Lost-Phone@example.com')).toEqual({
    code: 0,
    output: 'Signed out 2 devices of Lost-Phone@example.com.\n',
  });
  expect([await status(client), await status(other), await status(stranger)]).toEqual([
    401, 401, 200,
  ]);
  await eventually(() => stream.ended, 'the open page is signed out');
  const later = await signInAgain('lost-phone@example.com');
  expect(await listActivity(later, server)).toContain('sessions_ended_by_operator');
});

test('an operator signs out everyone', async () => {
  const clients = [await signUp(server), await signUp(server)];
  expect(await runCommand('--all', '--yes')).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^All users will be signed out\.\nSigned out \d+ devices of \d+ users\.\n$/,
    ),
  });
  for (const client of clients) expect(await status(client)).toBe(401);
});

test.each([
  { args: ['nobody@example.com'], output: 'No user has the email address nobody@example.com.' },
  { args: [], output: 'Specify one email address, or --all.' },
  { args: ['a@example.com', '--all'], output: 'Specify one email address, or --all.' },
  { args: ['--everyone'], output: 'Use --help to list the options.' },
  { args: ['--all'], output: 'Nothing was changed.' },
])('the command with the arguments $args signs nobody out', async ({ args, output }) => {
  const client = await signUp(server);
  expect(await runCommand(...args)).toMatchObject({
    code: 1,
    output: expect.stringContaining(output),
  });
  expect(await status(client)).toBe(200);
});
