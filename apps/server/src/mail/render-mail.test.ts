import { describe, expect, test } from 'vitest';
import type { Mail } from './enqueue-mail.ts';
import { renderMail } from './render-mail.ts';

const publicUrl = 'https://cairn.example';
const code = 'Xk3v9sQmT0aB-cD2eF5gH_i';
const at = '2026-11-21T21:05:22.000Z';

const mails: [Mail, string][] = [
  [{ kind: 'verify_email', code }, `/profile/email/link#code=${code}`],
  [{ kind: 'confirm_new_email', code }, `/profile/email/link#code=${code}`],
  [{ kind: 'reset_password', code }, `/resetpwd#code=${code}`],
  [{ kind: 'new_device', device: 'Firefox on Linux', at }, '/profile'],
  [{ kind: 'session_copied', device: 'Firefox on Linux', at }, '/profile'],
  [{ kind: 'password_changed', at }, '/recoverAccount'],
  [
    { kind: 'sign_in_method_linked', provider: 'Google', address: 'ada@example.com', at },
    '/recoverAccount',
  ],
  [
    {
      kind: 'sign_in_method_unlinked',
      provider: 'Apple',
      address: '',
      reason: 'password_reset',
      at,
    },
    '/profile',
  ],
  [{ kind: 'passkey_added', name: 'iCloud Keychain', at }, '/recoverAccount'],
  [{ kind: 'passkeys_removed', names: ['My phone'], reason: 'user', at }, '/profile'],
  [
    { kind: 'passkeys_removed', names: ['My phone', 'Spare key'], reason: 'password_reset', at },
    '/profile',
  ],
  [{ kind: 'second_factor_added', factor: 'Authenticator app', at }, '/profile'],
  [{ kind: 'second_factor_removed', factor: 'Authenticator app', at }, '/profile'],
  [{ kind: 'recovery_code_used', left: 9, at }, '/profile'],
  [{ kind: 'recovery_codes_replaced', at }, '/profile'],
  [{ kind: 'factor_reset_requested', code, at }, `/cancelFactorReset#code=${code}`],
  [{ kind: 'factor_reset_halfway', code, at }, `/cancelFactorReset#code=${code}`],
  [{ kind: 'factor_reset_ready', code, at }, `/cancelFactorReset#code=${code}`],
  [{ kind: 'factor_reset_completed', at }, '/recoverAccount'],
  [{ kind: 'only_sign_in_method_ended', provider: 'Apple', at }, '/recoverAccount'],
  [{ kind: 'email_changed', newEmail: 'new@example.com', at }, '/profile'],
  [{ kind: 'address_in_use', at }, '/login'],
  [{ kind: 'payment_failed', until: at }, '/profile'],
  [{ kind: 'checkout_failed' }, '/'],
  [{ kind: 'subscription_ending', until: at }, '/profile'],
  [{ kind: 'subscription_ended', banksUnlinked: at }, '/'],
  [{ kind: 'banks_unlinked_soon', until: at, institutions: ['Harbor Savings'] }, '/'],
  [{ kind: 'banks_unlinked' }, '/'],
  [
    {
      kind: 'bank_needs_user',
      why: 'login_required',
      institution: 'Harbor Savings',
      id: 'bank-1',
      ends: null,
    },
    '/institution/bank-1',
  ],
  [
    {
      kind: 'bank_needs_user',
      why: 'consent_expiring',
      institution: 'Harbor Savings',
      id: 'bank-1',
      ends: at,
    },
    '/institution/bank-1',
  ],
  [{ kind: 'bank_withdrawn', institution: 'Harbor Savings' }, '/link'],
];

/** The text of an HTML body, without tags and with its entities decoded. */
const textOfHtml = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

const countOf = (text: string, part: string) => text.split(part).length - 1;

describe.each(mails.map(([mail, path]) => ({ kind: mail.kind, mail, path })))(
  'an email of kind $kind',
  ({ mail, path }) => {
    const { subject, text, html } = renderMail(mail, publicUrl);
    const link = `${publicUrl}${path}`;

    test('names the product in its subject and at the top', () => {
      expect(subject).toMatch(/\bCairn\b/);
      expect(subject).not.toContain(code);
      expect(text).toMatch(/^Cairn\n/);
      expect(html).toMatch(/>Cairn<\/td>/);
    });

    test('contains a single link: in the text, and in HTML as a button and spelled out', () => {
      expect(text.match(/https?:\/\/\S+/g)).toEqual([link]);
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([link, link]);
      expect(countOf(html, 'class="on-fill"')).toBe(1);
      expect(html).toContain(`>${link}</a>`);
    });

    test('explains why the reader got it and what to do if it is unexpected', () => {
      for (const body of [text, textOfHtml(html)]) {
        expect(body).toMatch(/Why you got this email: [A-Z].{20,}\./);
        expect(body).toMatch(/(Wasn't you|Not expecting this)\? [A-Z].{20,}\./);
      }
    });

    test('says when its link expires, if it does', () => {
      const expiry = /The link works once and expires in (24 hours|one hour|10 days)\./;
      if ('code' in mail) expect(text).toMatch(expiry);
      else expect(text).not.toMatch(expiry);
      expect(expiry.test(html)).toBe('code' in mail);
    });

    test('loads no resources and runs no scripts', () => {
      expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|\ssrc=|\son\w+=/i);
    });

    test('supports dark mode', () => {
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('@media (prefers-color-scheme:dark)');
    });
  },
);

test('user input is escaped in the HTML body', () => {
  const newEmail = `"><img/src=x/onerror=alert(1)>&<b>@example.com`;
  const { html, text } = renderMail({ kind: 'email_changed', newEmail, at }, publicUrl);
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain(
    '&#34;&#62;&#60;img/src=x/onerror=alert(1)&#62;&#38;&#60;b&#62;@example.com',
  );
  expect(text).toContain(newEmail);
});

test('a time is shown with its time zone', () => {
  const { text } = renderMail({ kind: 'password_changed', at }, publicUrl);
  expect(text).toContain('November 21, 2026 at 9:05 PM UTC');
});

test('the new-device email names the device', () => {
  const { text } = renderMail({ kind: 'new_device', device: 'Safari on iPhone', at }, publicUrl);
  expect(text).toContain('Safari on iPhone signed in to your account');
});

test('emails about sign-in methods name the account at the provider, if it is known', () => {
  const method = { provider: 'Google', address: 'ada@example.com', at };
  const texts = [
    renderMail({ kind: 'sign_in_method_linked', ...method }, publicUrl).text,
    renderMail({ kind: 'sign_in_method_unlinked', ...method, reason: 'user' }, publicUrl).text,
  ];
  for (const text of texts) expect(text).toContain('Google (ada@example.com) was');
  const unknown = { ...method, address: '' };
  const { text } = renderMail({ kind: 'sign_in_method_linked', ...unknown }, publicUrl);
  expect(text).toContain('Google was linked to your account and can now sign in');
});

test('emails about passkeys name them', () => {
  const { text } = renderMail({ kind: 'passkey_added', name: 'My phone', at }, publicUrl);
  expect(text).toContain('the passkey "My phone" was added to your account');
  const names = ['My phone', 'Work laptop'];
  const removed = renderMail(
    { kind: 'passkeys_removed', names, reason: 'password_reset', at },
    publicUrl,
  );
  expect(removed.subject).toBe('2 passkeys were removed from your Cairn account');
  expect(removed.text).toContain('we removed your passkeys: "My phone" and "Work laptop".');
});

test('the failed-renewal email says how long access lasts and how to fix the payment', () => {
  const { text } = renderMail({ kind: 'payment_failed', until: at }, publicUrl);
  expect(text).toContain('You keep full access until November 21, 2026 at 9:05 PM UTC,');
  expect(text).toContain('"Manage subscription" in your profile');
});

test('the failed-checkout email says that nothing was charged', () => {
  expect(renderMail({ kind: 'checkout_failed' }, publicUrl).text).toContain('Nothing was charged');
});

test('the cancellation email says when the subscription ends', () => {
  const { text } = renderMail({ kind: 'subscription_ending', until: at }, publicUrl);
  expect(text).toContain('Your subscription ends on November 21, 2026');
});

test('the subscription-ended email says when linked banks are unlinked, if there are any', () => {
  const { text } = renderMail({ kind: 'subscription_ended', banksUnlinked: at }, publicUrl);
  expect(text).toContain('Otherwise, we unlink them on November 21, 2026.');
  const withoutBanks = renderMail({ kind: 'subscription_ended', banksUnlinked: null }, publicUrl);
  expect(withoutBanks.text).not.toContain('unlink them');
});

test('the unlinking warning names the banks and the day', () => {
  const institutions = ['Harbor Savings', 'Larkspur Bank', 'Meridian & Sons'];
  const mail = renderMail({ kind: 'banks_unlinked_soon', until: at, institutions }, publicUrl);
  expect(mail.subject).toBe('Your banks will be unlinked from Cairn on November 21, 2026');
  expect(mail.text).toContain('Harbor Savings, Larkspur Bank, and Meridian & Sons');
  expect(mail.html).toContain('Meridian &#38; Sons');
});
