import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { expireLeasesOfKilledProcess } from '../support/expire-leases.ts';
import {
  type ScriptedMailServer,
  startScriptedMailServer,
} from '../support/mail/scripted-mail-server.ts';
import { type ServerProcess, startServerProcess } from '../support/processes/server-process.ts';
import { TestClient, testPassword } from '../support/requests/test-client.ts';

// In milliseconds. The queue detects a dead worker within 15 s. The additional time is for slow machines.
const resumeTimeout = 60_000;
const testTimeout = 120_000;

let database: TestDatabase;
let client: pg.Client;
let smtpPort: number;
let mail: ScriptedMailServer | undefined;
let dataDir: string;
let processes: ServerProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  smtpPort = await freePort();
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await mail?.stop();
  mail = undefined;
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<ServerProcess> {
  const started = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  });
  processes.push(started);
  return started;
}

const startMail = async () => {
  mail = await startScriptedMailServer(smtpPort);
  return mail;
};

/** Signs up and requests a password reset. Returns the email address. */
async function requestMail({ url }: ServerProcess): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const visitor = new TestClient({ url } as TestClient['server']); // Only the URL is used.
  await visitor.request('POST /signup', { body: { email, password: testPassword } });
  await visitor.request('POST /user/forgotpwd', { body: { email } });
  return email;
}

const countEmails = async (condition: string) => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from outgoing_mail where ${condition}`,
  );
  return rows[0]?.count ?? 0;
};

const recipientsOf = ({ mails }: ScriptedMailServer) =>
  mails.map((text) => /^To: (.*)$/m.exec(text)?.[1] ?? '').toSorted();

test(
  'emails wait while the mail server is unavailable, and each is sent once afterward',
  async () => {
    const server = await startServer();
    const emails = [
      await requestMail(server),
      await requestMail(server),
      await requestMail(server),
    ];
    const failures = () =>
      server.logged.filter(({ event, job }) => event === 'job_failed' && job === 'send-mail');
    await eventually(() => failures().length > emails.length, 'sending was retried');
    expect(
      await countEmails('sent_at is null and sealed_content is not null and failure is null'),
    ).toBe(3);
    expect(await countEmails('handed_over_at is not null')).toBe(0);

    const mailServer = await startMail();
    await eventually(
      async () => (await countEmails('sent_at is not null')) === 3,
      'all emails are sent',
      resumeTimeout,
    );
    expect(recipientsOf(mailServer)).toEqual(emails.toSorted());
  },
  testTimeout,
);

test(
  'an email whose worker is killed before handing it over is sent by the next worker',
  async () => {
    const mailServer = await startMail();
    mailServer.responses.recipient = 'silence';
    const first = await startServer();
    const email = await requestMail(first);
    await eventually(() => mailServer.recipients.length === 1, 'the mail server has the envelope');
    await first.kill();
    expect(await countEmails('handed_over_at is null')).toBe(1);

    mailServer.responses = {};
    await startServer();
    await eventually(
      async () => (await countEmails('sent_at is not null')) === 1,
      'the email is sent',
      resumeTimeout,
    );
    expect(recipientsOf(mailServer)).toEqual([email]);
  },
  testTimeout,
);

test(
  'an email whose worker is killed after handing it over is not sent again',
  async () => {
    const mailServer = await startMail();
    mailServer.responses.end = 'silence';
    const first = await startServer();
    const email = await requestMail(first);
    await eventually(() => mailServer.mails.length === 1, 'the mail server has the email');
    await first.kill();
    await expireLeasesOfKilledProcess(database.url);

    mailServer.responses = {};
    const second = await startServer();
    await eventually(
      () =>
        second.logged.some(
          ({ event, failure }) => event === 'mail_abandoned' && failure === 'unknown',
        ),
      'the next worker abandons the email',
      resumeTimeout,
    );
    expect(recipientsOf(mailServer)).toEqual([email]);
    expect(await countEmails('sealed_content is not null')).toBe(0);
  },
  testTimeout,
);

test(
  'two processes send each email once',
  async () => {
    const mailServer = await startMail();
    const servers = [await startServer(), await startServer()];
    const emails = await Promise.all(
      Array.from({ length: 12 }, (_, index) => requestMail(servers[index % 2] as ServerProcess)), // The index is 0 or 1.
    );
    await eventually(
      async () => (await countEmails('sent_at is not null')) === 12,
      'all emails are sent',
      resumeTimeout,
    );
    expect(recipientsOf(mailServer)).toEqual(emails.toSorted());
  },
  testTimeout,
);
