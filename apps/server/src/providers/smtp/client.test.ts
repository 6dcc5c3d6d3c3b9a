import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type MailStage,
  type ScriptedMailServer,
  startMailServer,
} from '../../../../../tests/support/scripted-mail-server.ts';
import { createMailProvider } from './client.ts';

let server: ScriptedMailServer;
let asked: number;

beforeEach(async () => {
  server = await startMailServer();
  asked = 0;
});
afterEach(() => server.stop());

const deliver = (to = 'dana@example.com', may: () => boolean | Promise<boolean> = () => true) =>
  createMailProvider({
    smtpUrl: `smtp://user:secret@127.0.0.1:${server.port}`,
    from: 'Cairn <no-reply@cairn.example>',
  }).deliver(
    { messageId: '<1@cairn.example>', to, subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' },
    async () => {
      asked += 1;
      return may();
    },
  );

test('a mail that is taken says so, and asked once before its end', async () => {
  expect(await deliver()).toEqual({ outcome: 'accepted', reason: null });
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Message-ID: <1@cairn.example>');
  expect(server.mails[0]).toContain('Auto-Submitted: auto-generated');
  expect(asked).toBe(1);
});

describe('a no', () => {
  test.each<[MailStage, string, string]>([
    ['recipient', '550 no such user', 'EENVELOPE 550 RCPT TO'],
    ['end', '554 not this text', 'EMESSAGE 554 DATA'],
  ])('for good to the %s is the end of this mail', async (stage, answer, reason) => {
    server.answers[stage] = answer;
    expect(await deliver()).toEqual({ outcome: 'refused', reason });
  });

  test.each<[MailStage, string]>([
    ['greeting', '554 no service here'],
    ['auth', '535 wrong password'],
    ['sender', '550 who are you'],
    ['data', '554 no'],
    ['sender', '451 later'],
    ['recipient', '450 later'],
    ['data', '451 later'],
    ['end', '451 later'],
  ])(
    'of the %s that is about us, or for now (%s), lets it be tried again',
    async (stage, answer) => {
      server.answers[stage] = answer;
      expect(await deliver()).toMatchObject({ outcome: 'not_taken' });
      expect(asked).toBe(stage === 'end' ? 1 : 0);
    },
  );
});

describe('a connection that goes', () => {
  test.each<[MailStage]>([['greeting'], ['auth'], ['sender'], ['recipient'], ['data']])(
    'at the %s took nothing along, and nobody was asked',
    async (stage) => {
      server.answers[stage] = null;
      expect(await deliver()).toMatchObject({ outcome: 'not_taken' });
      expect(asked).toBe(0);
    },
  );

  test('after the end of the mail leaves it unknown', async () => {
    server.answers.end = null;
    expect(await deliver()).toMatchObject({ outcome: 'unknown' });
    expect(server.mails).toHaveLength(1);
  });

  test('is none if nobody listens', async () => {
    await server.stop();
    expect(await deliver()).toMatchObject({
      outcome: 'not_taken',
      reason: expect.stringContaining('CONN'),
    });
  });
});

describe('a mail that is not to be sent after all', () => {
  test('is not ended: the server has none of it', async () => {
    expect(await deliver(undefined, () => false)).toMatchObject({ outcome: 'not_taken' });
    expect(asked).toBe(1);
    expect(server.mails).toEqual([]);
  });

  test('nor is one of which that could not be asked', async () => {
    const failing = () => Promise.reject(new Error('the database is away'));
    expect(await deliver(undefined, failing)).toMatchObject({ outcome: 'not_taken' });
    expect(server.mails).toEqual([]);
  });

  test('is asked about only when its text is with the server', async () => {
    let begun = false;
    server.onText = () => {
      begun = true;
    };
    const seen = await new Promise<boolean>((resolve) => {
      const text = Promise.withResolvers<void>();
      server.onText = () => {
        begun = true;
        text.resolve();
      };
      void deliver(undefined, async () => {
        await text.promise;
        resolve(begun);
        return true;
      });
    });
    expect(seen).toBe(true);
  });
});

describe('an address', () => {
  test.each([
    ['dana@example.com', 'dana@example.com'],
    ['one,victim@example.com', '"one,victim"@example.com'],
    ['group:victim@example.com;', '"group:victim"@example.com;'],
    ['x<victim@example.com>', '"x victim"@example.com'],
    ['a@b.c\r\nRCPT TO:<victim@example.com>', '"a@b.c RCPT TO: victim"@example.com'],
  ])('%j is one recipient, never read as another', async (to, recipient) => {
    await deliver(to);
    expect(server.recipients).toEqual([`RCPT TO:<${recipient}>`]);
  });
});
