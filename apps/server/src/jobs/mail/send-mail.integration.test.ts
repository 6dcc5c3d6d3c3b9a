import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  type ScriptedMailServer,
  startMailServer,
} from '../../../../../tests/support/scripted-mail-server.ts';
import { TestClient, testPassword } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { asUserId } from '../../platform/identifiers.ts';
import { sendMail } from './send-mail.ts';

let mail: ScriptedMailServer;
let server: TestServer;
let database: pg.Client;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startTestServer({
    environment: { SMTP_URL: `smtp://127.0.0.1:${mail.port}` },
  });
  database = new pg.Client({ connectionString: server.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
  await mail.stop();
});
beforeEach(() => {
  mail.answers = {};
  mail.mails = [];
  mail.recipients = [];
});

interface MailRow {
  user_id: string;
  mail_id: string;
  sealed_content: string | null;
  sent_at: Date | null;
  failure: string | null;
}

/** Opens an account and asks for a reset mail; answers its address. */
async function askForMail(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const visitor = new TestClient(server);
  await visitor.reply('POST /signup', { body: { email, password: testPassword } });
  await visitor.reply('POST /user/forgotpwd', { body: { email } });
  return email;
}

async function rowOf(email: string): Promise<MailRow | undefined> {
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

const over = (email: string) =>
  eventually(async () => {
    const row = await rowOf(email);
    return row?.sealed_content === null && row;
  }, 'the mail is over');

describe('a mail', () => {
  test('that was sent keeps nothing of what was in it', async () => {
    const email = await askForMail();
    expect(await over(email)).toMatchObject({ failure: null, sent_at: expect.any(Date) });
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]).toContain(`To: ${email}`);
  });

  test('that the server refuses for good is given up at once', async () => {
    mail.answers.recipient = '550 no such user';
    const email = await askForMail();
    expect(await over(email)).toMatchObject({ failure: 'refused', sent_at: null });
    expect(mail.recipients).toHaveLength(1);
    expect(mail.mails).toEqual([]);
  });

  test('that the server does not take for now is tried again, and taken once', async () => {
    mail.answers.end = '451 later';
    const email = await askForMail();
    await eventually(() => mail.mails.length > 0, 'it was tried');
    mail.answers = {};
    mail.mails = [];
    expect(await over(email)).toMatchObject({ failure: null });
    expect(mail.mails).toHaveLength(1);
  });

  test('of which nobody knows whether it was taken is not sent again', async () => {
    mail.answers.end = null;
    const email = await askForMail();
    expect(await over(email)).toMatchObject({ failure: 'unknown', sent_at: null });
    expect(mail.mails).toHaveLength(1);
  });

  test('whose code has ended is not sent any more', async () => {
    mail.answers.greeting = '421 not now';
    const email = await askForMail();
    const row = await eventually(() => rowOf(email), 'it is decided on');
    await eventually(
      async () => (await stateOfJob(row.mail_id)) === 'retry',
      'it was tried in vain once',
    );
    await database.query(
      `update outgoing_mail set created_at = now() - interval '61 minutes'
       where mail_id = $1`,
      [row.mail_id],
    );
    mail.answers = {};
    expect(await over(email)).toMatchObject({ failure: 'too_late' });
    expect(mail.mails).toEqual([]);
  });

  test('goes out once, however many workers have it in hand', async () => {
    mail.answers.greeting = '421 not now';
    const email = await askForMail();
    const row = await eventually(() => rowOf(email), 'it is decided on');
    const job = { userId: asUserId(row.user_id), mailId: row.mail_id };
    // The workers below are the only ones: the queue's own has tried, and does not try again.
    await eventually(async () => (await stateOfJob(job.mailId)) === 'retry', 'the queue has tried');
    await server.services.queue.forget(job.userId);
    mail.answers = {};
    // Each gets as far as the last line of the mail before any may send it.
    const workers = 4;
    const everybody = Promise.withResolvers<void>();
    let there = 0;
    const { smtp } = server.services;
    const meeting: typeof smtp = {
      deliver: (letter, mayEnd) =>
        smtp.deliver(letter, async () => {
          there += 1;
          if (there === workers) everybody.resolve();
          await everybody.promise;
          return mayEnd();
        }),
    };
    await Promise.allSettled(
      Array.from({ length: workers }, () => sendMail({ ...server.services, smtp: meeting }, job)),
    );
    expect(await over(email)).toMatchObject({ failure: null });
    expect(mail.mails).toHaveLength(1);
    expect(mail.recipients).toHaveLength(workers);
  });

  test('is forgotten a day after it was over', async () => {
    const email = await askForMail();
    const row = await over(email);
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
    await eventually(async () => (await rowOf(email)) === undefined, 'it is forgotten');
    expect(mail.mails).toHaveLength(1);
  });
});

test('the queue tries longer than any mail makes sense', async () => {
  await askForMail();
  const { rows } = await database.query<{ days: string; kept: string }>(
    `select retry_limit * (retry_delay_max / 2.0) / 86400 as days, retention_seconds / 86400.0 as kept
     from pgboss.queue where name = 'send-mail'`,
  );
  expect(Number(rows[0]?.days)).toBeGreaterThan(4);
  expect(Number(rows[0]?.kept)).toBeGreaterThan(4);
});
