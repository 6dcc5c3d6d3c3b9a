import Fastify, { type FastifyInstance } from 'fastify';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Faults } from '../control/faults.ts';
import { findLinks, Inbox } from './inbox.ts';
import { mail } from './mail.ts';
import { startTrap, type Trap } from './smtp.ts';

let app: FastifyInstance;
let trap: Trap;
let inbox: Inbox;
let faults: Faults;

beforeEach(async () => {
  inbox = new Inbox();
  faults = new Faults();
  trap = await startTrap(inbox, 0, faults);
  app = Fastify();
  await app.register(mail, { inbox });
});

afterEach(async () => {
  await app.close();
  await trap.close();
});

async function send(message: SendMailOptions) {
  const transport = nodemailer.createTransport(`smtp://localhost:${trap.port}`);
  await transport.sendMail({ from: 'Cairn <hello@cairn.example>', ...message });
  transport.close();
}

async function messages(to?: string): Promise<Record<string, unknown>[]> {
  const query = to ? `?to=${encodeURIComponent(to)}` : '';
  const reply = await app.inject(`/mail/messages${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

describe('the mail trap', () => {
  test('what a mailer sends is listed, decoded, with its links', async () => {
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

  test('mails to one address are listed oldest first, whatever the case, also from the hidden recipients', async () => {
    await send({ to: 'dana@example.com', subject: 'first', text: '1' });
    await send({ to: 'lee@example.com', subject: 'other', text: '2' });
    await send({ to: 'lee@example.com', bcc: 'Dana@Example.com', subject: 'second', text: '3' });

    expect((await messages('DANA@example.com')).map((one) => one.subject)).toEqual([
      'first',
      'second',
    ]);
    expect(await messages('nobody@example.com')).toEqual([]);
  });

  test('a user and a password are taken without a question', async () => {
    const transport = nodemailer.createTransport(`smtp://someone:secret@127.0.0.1:${trap.port}`);
    await transport.sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 's', text: 't' });
    transport.close();
    expect(await messages('c@d.example')).toHaveLength(1);
  });

  test.each([
    ['http_500', { responseCode: 451 }],
    ['drop_connection', { message: expect.stringMatching(/closed|socket/i) }],
  ] as const)('a fault (%s) keeps one mail out; the next one is taken', async (kind, refusal) => {
    faults.add({ provider: 'mail', route: null, kind, times: 1, latencyMs: null, code: null });
    const mail = { to: 'dana@example.com', subject: 'again', text: 'x' };
    await expect(send(mail)).rejects.toMatchObject(refusal);
    expect(await messages()).toEqual([]);
    await send(mail);
    expect(await messages()).toHaveLength(1);
  });

  test('a slow server takes a mail late, one that does not answer takes none', async () => {
    const fault = { provider: 'mail', route: null, times: 1, code: null } as const;
    const mail = { to: 'dana@example.com', subject: 'late', text: 'x' };
    faults.add({ ...fault, kind: 'slow', latencyMs: 300 });
    const began = performance.now();
    await send(mail);
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
    faults.add({ ...fault, kind: 'timeout', latencyMs: 100 });
    await expect(send(mail)).rejects.toThrow();
    expect(await messages()).toHaveLength(1);
  });

  test('the pages escape what a mail says and show its HTML only in a sandbox', async () => {
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

test('links lose the punctuation of the sentence around them and are listed once', () => {
  expect(findLinks('(see https://a.example/x?y=1), then https://a.example/x?y=1!', '')).toEqual([
    'https://a.example/x?y=1',
  ]);
});
