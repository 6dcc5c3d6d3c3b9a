import Fastify, { type FastifyInstance } from 'fastify';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Faults } from '../control/faults.ts';
import { findLinks, Inbox } from './inbox.ts';
import { mail } from './mail.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let app: FastifyInstance;
let mailServer: MailServer;
let inbox: Inbox;
let faults: Faults;

beforeEach(async () => {
  inbox = new Inbox();
  faults = new Faults();
  mailServer = await startMailServer(inbox, 0, faults);
  app = Fastify();
  await app.register(mail, { inbox });
});

afterEach(async () => {
  await app.close();
  await mailServer.close();
});

async function send(message: SendMailOptions) {
  const transport = nodemailer.createTransport(`smtp://localhost:${mailServer.port}`);
  await transport.sendMail({ from: 'Cairn <hello@cairn.example>', ...message });
  transport.close();
}

async function messages(to?: string): Promise<Record<string, unknown>[]> {
  const query = to ? `?to=${encodeURIComponent(to)}` : '';
  const response = await app.inject(`/mail/messages${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

describe('the mail server', () => {
  test('a sent email is decoded and listed with its links', async () => {
    await send({
      to: 'dana@example.com',
      subject: 'Réinitialiser · "hello" 🔑',
      text: 'Open http://localhost:3000/reset?code=a1&x=2.\nOr https://example.com/help',
      html: '<p>Open <a href="http://localhost:3000/reset?code=a1&amp;x=2">this</a></p>',
    });

    expect(await messages()).toMatchObject([
      {
        from: 'hello@cairn.example',
        to: 'dana@example.com',
        subject: 'Réinitialiser · "hello" 🔑',
        text: expect.stringContaining('Or https://example.com/help'),
        html: expect.stringContaining('<a href='),
        links: ['http://localhost:3000/reset?code=a1&x=2', 'https://example.com/help'],
      },
    ]);
  });

  test('emails to an address are listed oldest first, ignoring case and including Bcc', async () => {
    await send({ to: 'dana@example.com', subject: 'first', text: '1' });
    await send({ to: 'lee@example.com', subject: 'other', text: '2' });
    await send({ to: 'lee@example.com', bcc: 'Dana@Example.com', subject: 'second', text: '3' });

    expect((await messages('DANA@example.com')).map((message) => message.subject)).toEqual([
      'first',
      'second',
    ]);
    expect(await messages('nobody@example.com')).toEqual([]);
  });

  test('any username and password are accepted', async () => {
    const transport = nodemailer.createTransport(
      `smtp://someone:secret@127.0.0.1:${mailServer.port}`,
    );
    await transport.sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 's', text: 't' });
    transport.close();
    expect(await messages('c@d.example')).toHaveLength(1);
  });

  test.each([
    ['http_500', { responseCode: 451 }],
    ['drop_connection', { message: expect.stringMatching(/closed|socket/i) }],
  ] as const)(
    'the %s fault rejects one email and accepts the next',
    async (kind, expectedError) => {
      faults.add({ provider: 'mail', route: null, kind, times: 1, latencyMs: null, code: null });
      const mail = { to: 'dana@example.com', subject: 'again', text: 'x' };
      await expect(send(mail)).rejects.toMatchObject(expectedError);
      expect(await messages()).toEqual([]);
      await send(mail);
      expect(await messages()).toHaveLength(1);
    },
  );

  test('the slow fault delays an email, and the timeout fault drops one', async () => {
    const fault = { provider: 'mail', route: null, times: 1, code: null } as const;
    const mail = { to: 'dana@example.com', subject: 'late', text: 'x' };
    faults.add({ ...fault, kind: 'slow', latencyMs: 300 });
    const startedAt = performance.now();
    await send(mail);
    // A busy machine can only lengthen the delay: timers never fire early, apart from rounding.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    faults.add({ ...fault, kind: 'timeout', latencyMs: 100 });
    await expect(send(mail)).rejects.toThrow();
    expect(await messages()).toHaveLength(1);
  });

  test('the pages escape the content of an email and show its HTML only in a sandboxed frame', async () => {
    await send({
      to: 'dana@example.com',
      subject: '<script>alert(1)</script>',
      text: 'x',
      html: '<script>alert(2)</script><b>hi</b>',
    });
    const list = await app.inject('/mail');
    expect(list.body).toContain('&lt;script&gt;alert(1)');
    expect(list.body).not.toContain('<script>alert');

    const page = await app.inject('/mail/1');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('alert(2)');
    expect(page.body).toMatch(/<iframe[^>]+sandbox="allow-popups/);

    const body = await app.inject('/mail/1/body');
    expect(body.headers['content-security-policy']).toMatch(/^sandbox [^;]*; default-src 'none'/);
    expect((await app.inject('/mail/99')).statusCode).toBe(404);
  });
});

test('links are listed once, without trailing punctuation', () => {
  expect(findLinks('(see https://a.example/x?y=1), then https://a.example/x?y=1!', '')).toEqual([
    'https://a.example/x?y=1',
  ]);
});
