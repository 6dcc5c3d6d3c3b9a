import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { passTimeSinceKill } from '../support/pass-time.ts';
import { type ScriptedMailServer, startMailServer } from '../support/scripted-mail-server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { TestClient, testPassword } from '../support/test-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// The queue notices within 15 s that a worker is dead; the rest is for a machine that has much else to do.
const resumedWithin = 60_000;
const patience = 120_000;

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
  await Promise.all(processes.map((each) => each.kill()));
  await mail?.stop();
  mail = undefined;
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  });
  processes.push(started);
  return started;
}

const startMail = async () => {
  mail = await startMailServer(smtpPort);
  return mail;
};

/** Opens an account and asks for a reset mail; answers its address. */
async function askForMail({ url }: ServerProcess): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const visitor = new TestClient({ url } as TestClient['server']); // Only its address is needed here.
  await visitor.reply('POST /signup', { body: { email, password: testPassword } });
  await visitor.reply('POST /user/forgotpwd', { body: { email } });
  return email;
}

const countOf = async (condition: string) => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from outgoing_mail where ${condition}`,
  );
  return rows[0]?.count ?? 0;
};

const recipientsOf = ({ mails }: ScriptedMailServer) =>
  mails.map((text) => /^To: (.*)$/m.exec(text)?.[1] ?? '').toSorted();

test(
  'while the mail server is down mails wait; once it is back each is sent once',
  async () => {
    const server = await start();
    const emails = [await askForMail(server), await askForMail(server), await askForMail(server)];
    const tries = () =>
      server.logged.filter(({ event, job }) => event === 'job_failed' && job === 'send-mail');
    await eventually(() => tries().length > emails.length, 'each was tried, one more than once');
    expect(
      await countOf('sent_at is null and sealed_content is not null and failure is null'),
    ).toBe(3);
    expect(await countOf('handed_over_at is not null')).toBe(0);

    const back = await startMail();
    await eventually(
      async () => (await countOf('sent_at is not null')) === 3,
      'all are sent',
      resumedWithin,
    );
    expect(recipientsOf(back)).toEqual(emails.toSorted());
  },
  patience,
);

test(
  'a worker that is killed before the mail is all with the server leaves it to the next',
  async () => {
    const held = await startMail();
    held.answers.recipient = 'silence';
    const first = await start();
    const email = await askForMail(first);
    await eventually(() => held.recipients.length === 1, 'the envelope is there');
    await first.kill();
    expect(await countOf('handed_over_at is null')).toBe(1);

    held.answers = {};
    await start();
    await eventually(
      async () => (await countOf('sent_at is not null')) === 1,
      'it is sent',
      resumedWithin,
    );
    expect(recipientsOf(held)).toEqual([email]);
  },
  patience,
);

test(
  'one that is killed after that leaves a mail that is not sent a second time',
  async () => {
    const held = await startMail();
    held.answers.end = 'silence';
    const first = await start();
    const email = await askForMail(first);
    await eventually(() => held.mails.length === 1, 'the mail is there');
    await first.kill();
    await passTimeSinceKill(database.url);

    held.answers = {};
    const second = await start();
    await eventually(
      () =>
        second.logged.some(
          ({ event, failure }) => event === 'mail_given_up' && failure === 'unknown',
        ),
      'the next worker gives it up',
      resumedWithin,
    );
    expect(recipientsOf(held)).toEqual([email]);
    expect(await countOf('sealed_content is not null')).toBe(0);
  },
  patience,
);

test(
  'two processes send each mail once',
  async () => {
    const server = await startMail();
    const both = [await start(), await start()];
    const emails = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askForMail(both[index % 2] as ServerProcess)), // One of two.
    );
    await eventually(
      async () => (await countOf('sent_at is not null')) === 12,
      'all are sent',
      resumedWithin,
    );
    expect(recipientsOf(server)).toEqual(emails.toSorted());
  },
  patience,
);
