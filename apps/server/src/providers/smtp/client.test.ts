import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type MailStage,
  type ScriptedMailServer,
  startScriptedMailServer,
} from '../../../../../tests/support/mail/scripted-mail-server.ts';
import { createMailProvider, requiresTls } from './client.ts';

let server: ScriptedMailServer;
let confirmations: number;

beforeEach(async () => {
  server = await startScriptedMailServer();
  confirmations = 0;
});
afterEach(() => server.stop());

const deliver = (to = 'dana@example.com', confirm: () => boolean | Promise<boolean> = () => true) =>
  createMailProvider({
    smtpUrl: `smtp://user:secret@127.0.0.1:${server.port}`,
    from: 'Cairn <no-reply@cairn.example>',
  }).deliver(
    { messageId: '<1@cairn.example>', to, subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' },
    async () => {
      confirmations += 1;
      return confirm();
    },
  );

test('an accepted mail is confirmed once before its final line', async () => {
  expect(await deliver()).toEqual({ outcome: 'accepted', reason: null });
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Message-ID: <1@cairn.example>');
  expect(server.mails[0]).toContain('Auto-Submitted: auto-generated');
  expect(confirmations).toBe(1);
});

describe('a rejection', () => {
  test.each<[MailStage, string, string]>([
    ['recipient', '550 no such user', 'EENVELOPE 550 RCPT TO'],
    ['end', '554 not this text', 'EMESSAGE 554 DATA'],
  ])(
    'of the %s with a permanent code means that the mail must not be retried',
    async (stage, response, reason) => {
      server.responses[stage] = response;
      expect(await deliver()).toEqual({ outcome: 'refused', reason });
    },
  );

  test.each<[MailStage, string]>([
    ['greeting', '554 no service here'],
    ['auth', '535 wrong password'],
    ['sender', '550 who are you'],
    ['data', '554 no'],
    ['sender', '451 later'],
    ['recipient', '450 later'],
    ['data', '451 later'],
    ['end', '451 later'],
  ])('of the %s with "%s" can be retried', async (stage, response) => {
    server.responses[stage] = response;
    expect(await deliver()).toMatchObject({ outcome: 'not_accepted' });
    expect(confirmations).toBe(stage === 'end' ? 1 : 0);
  });
});

describe('a lost connection', () => {
  test.each<[MailStage]>([['greeting'], ['auth'], ['sender'], ['recipient'], ['data']])(
    'at the %s means that the mail was not accepted or confirmed',
    async (stage) => {
      server.responses[stage] = null;
      expect(await deliver()).toMatchObject({ outcome: 'not_accepted' });
      expect(confirmations).toBe(0);
    },
  );

  test('after the final line leaves the outcome unknown', async () => {
    server.responses.end = null;
    expect(await deliver()).toMatchObject({ outcome: 'unknown' });
    expect(server.mails).toHaveLength(1);
  });

  test('to a server that does not listen means that the mail was not accepted', async () => {
    await server.stop();
    expect(await deliver()).toMatchObject({
      outcome: 'not_accepted',
      reason: expect.stringContaining('CONN'),
    });
  });
});

describe('a mail whose sending must be confirmed', () => {
  test('is discarded by the server if it is not confirmed', async () => {
    expect(await deliver(undefined, () => false)).toMatchObject({ outcome: 'not_accepted' });
    expect(confirmations).toBe(1);
    expect(server.mails).toEqual([]);
  });

  test('is not sent if the confirmation fails', async () => {
    const failing = () => Promise.reject(new Error('the database is unavailable'));
    expect(await deliver(undefined, failing)).toMatchObject({ outcome: 'not_accepted' });
    expect(server.mails).toEqual([]);
  });

  test('is confirmed only after its content has been sent', async () => {
    let isContentSent = false;
    server.onMailData = () => {
      isContentSent = true;
    };
    const wasSentBeforeConfirmation = await new Promise<boolean>((resolve) => {
      const content = Promise.withResolvers<void>();
      server.onMailData = () => {
        isContentSent = true;
        content.resolve();
      };
      void deliver(undefined, async () => {
        await content.promise;
        resolve(isContentSent);
        return true;
      });
    });
    expect(wasSentBeforeConfirmation).toBe(true);
  });
});

describe('an email address', () => {
  test.each([
    ['dana@example.com', 'dana@example.com'],
    ['one,victim@example.com', '"one,victim"@example.com'],
    ['group:victim@example.com;', '"group:victim"@example.com;'],
    ['x<victim@example.com>', '"x victim"@example.com'],
    ['a@b.c\r\nRCPT TO:<victim@example.com>', '"a@b.c RCPT TO: victim"@example.com'],
  ])('%j is sent as one recipient', async (to, recipient) => {
    await deliver(to);
    expect(server.recipients).toEqual([`RCPT TO:<${recipient}>`]);
  });
});

test.each([
  ['smtp://mail.example', true],
  ['smtp://user:password@mail.example:587', true],
  ['smtp://10.0.0.7', true],
  ['smtp://localhost.mail.example', true],
  ['smtp://localhost:3025', false],
  ['smtp://127.0.0.1:25', false],
])('a connection to %s needs TLS: %s', (url, expected) => expect(requiresTls(url)).toBe(expected));
