import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  type ScriptedMailServer,
  startScriptedMailServer,
} from '../../../../../tests/support/mail/scripted-mail-server.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { TestClient, testPassword } from '../../../../../tests/support/requests/test-client.ts';
import { asUserId } from '../../platform/identifiers.ts';
import { sendMail } from './send-mail.ts';

let mailServer: ScriptedMailServer;
let server: TestServer;
let database: pg.Client;

beforeAll(async () => {
  mailServer = await startScriptedMailServer();
  server = await startTestServer({
    environment: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` },
  });
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
  await mailServer.stop();
});
beforeEach(() => {
  mailServer.responses = {};
  mailServer.mails = [];
  mailServer.recipients = [];
});

interface MailRow {
  user_id: string;
  mail_id: string;
  sealed_content: string | null;
  sent_at: Date | null;
  failure: string | null;
}

/** Signs up and requests a password reset. Returns the email address. */
async function signUpAndRequestMail(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const visitor = new TestClient(server);
  await visitor.request('POST /signup', { body: { email, password: testPassword } });
  await visitor.request('POST /user/forgotpwd', { body: { email } });
  return email;
}

async function readRow(email: string): Promise<MailRow | undefined> {
  const { rows } = await database.query<MailRow>(
    'select m.* from outgoing_mail m join users u using (user_id) where u.email = $1',
    [email],
  );
  return rows[0];
}

const stateOfJob = async (mailId: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ state: string }>(
    `select state from pgboss.job where name = 'send-mail' and data->>'mailId' = $1`,
    [mailId],
  );
  return rows[0]?.state;
};

const waitUntilClosed = (email: string) =>
  eventually(async () => {
    const row = await readRow(email);
    return row?.sealed_content === null && row;
  }, 'the mail is sent or abandoned');

describe('sending a mail', () => {
  test('deletes its content once it is sent', async () => {
    const email = await signUpAndRequestMail();
    expect(await waitUntilClosed(email)).toMatchObject({
      failure: null,
      sent_at: expect.any(Date),
    });
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]).toContain(`To: ${email}`);
  });

  test('stops at once if the server rejects it permanently', async () => {
    mailServer.responses.recipient = '550 no such user';
    const email = await signUpAndRequestMail();
    expect(await waitUntilClosed(email)).toMatchObject({ failure: 'refused', sent_at: null });
    expect(mailServer.recipients).toHaveLength(1);
    expect(mailServer.mails).toEqual([]);
  });

  test('is retried after a temporary rejection, and delivers it once', async () => {
    mailServer.responses.end = '451 later';
    const email = await signUpAndRequestMail();
    await eventually(() => mailServer.mails.length > 0, 'sending was attempted');
    mailServer.responses = {};
    mailServer.mails = [];
    expect(await waitUntilClosed(email)).toMatchObject({ failure: null });
    expect(mailServer.mails).toHaveLength(1);
  });

  test('is not retried if the outcome is unknown', async () => {
    mailServer.responses.end = null;
    const email = await signUpAndRequestMail();
    expect(await waitUntilClosed(email)).toMatchObject({ failure: 'unknown', sent_at: null });
    expect(mailServer.mails).toHaveLength(1);
  });

  test('stops once its code has expired', async () => {
    mailServer.responses.greeting = '421 not now';
    const email = await signUpAndRequestMail();
    const row = await eventually(() => readRow(email), 'the mail is enqueued');
    await eventually(
      async () => (await stateOfJob(row.mail_id)) === 'retry',
      'the first attempt has failed',
    );
    await database.query(
      `update outgoing_mail set created_at = now() - interval '61 minutes'
       where mail_id = $1`,
      [row.mail_id],
    );
    mailServer.responses = {};
    expect(await waitUntilClosed(email)).toMatchObject({ failure: 'too_late' });
    expect(mailServer.mails).toEqual([]);
  });

  test('delivers it once even if several workers send it at the same time', async () => {
    mailServer.responses.greeting = '421 not now';
    const email = await signUpAndRequestMail();
    const row = await eventually(() => readRow(email), 'the mail is enqueued');
    const job = { userId: asUserId(row.user_id), mailId: row.mail_id };
    // Only the workers below may send it, so the queue's own attempt must be over and its retry deleted.
    await eventually(
      async () => (await stateOfJob(job.mailId)) === 'retry',
      'the queue has attempted to send it',
    );
    await server.services.queue.deleteUserJobs(job.userId);
    mailServer.responses = {};
    // Every worker reaches the last line of the mail before any of them may send it.
    const workers = 4;
    const allArrived = Promise.withResolvers<void>();
    let arrived = 0;
    const { smtp } = server.services;
    const synchronized: typeof smtp = {
      deliver: (message, mayEnd) =>
        smtp.deliver(message, async () => {
          arrived += 1;
          if (arrived === workers) allArrived.resolve();
          await allArrived.promise;
          return mayEnd();
        }),
    };
    await Promise.allSettled(
      Array.from({ length: workers }, () =>
        sendMail({ ...server.services, smtp: synchronized }, job),
      ),
    );
    expect(await waitUntilClosed(email)).toMatchObject({ failure: null });
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.recipients).toHaveLength(workers);
  });

  test('deletes its row a day later', async () => {
    const email = await signUpAndRequestMail();
    const row = await waitUntilClosed(email);
    const { rows } = await database.query<{ hours: string }>(
      `select extract(epoch from start_after - now()) / 3600 as hours
       from pgboss.job
       where name = 'send-mail' and state = 'created' and data->>'mailId' = $1`,
      [row.mail_id],
    );
    expect(rows.map(({ hours }) => Math.round(Number(hours)))).toEqual([24]);
    await database.query(
      `update pgboss.job set start_after = now() where data->>'mailId' = $1 and state = 'created'`,
      [row.mail_id],
    );
    await eventually(async () => (await readRow(email)) === undefined, 'its row is deleted');
    expect(mailServer.mails).toHaveLength(1);
  });
});

test('the queue retries for longer than the lifetime of any mail', async () => {
  await signUpAndRequestMail();
  const { rows } = await database.query<{ days: string; kept: string }>(
    `select retry_limit * (retry_delay_max / 2.0) / 86400 as days, retention_seconds / 86400.0 as kept
     from pgboss.queue where name = 'send-mail'`,
  );
  expect(Number(rows[0]?.days)).toBeGreaterThan(4);
  expect(Number(rows[0]?.kept)).toBeGreaterThan(4);
});
