import type { Mail } from '../../domain/enqueue-mail.ts';
import { bankLetterOf } from './bank-letters.ts';
import { lapseLetterOf } from './lapse-letters.ts';
import { letterHtml } from './letter-html.ts';
import { momentOf } from './moment-of.ts';
import { paymentLetterOf } from './payment-letters.ts';

/** The subject and both bodies of a mail. Pure. */
export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says, in the order in which it is read. */
export interface LetterParts {
  subject: string;
  heading: string;
  /** What is the matter, in one or two sentences. */
  lines: string[];
  button: { label: string; link: string };
  /** Until when the link counts; null: it has no end. */
  ends: string | null;
  ifNotYou: string;
  why: string;
}

/** Writes a mail as text and as HTML, with its link to `publicUrl`. */
export function writeLetter(mail: Mail, publicUrl: string): WrittenLetter {
  const parts = partsOf(mail, publicUrl);
  return { subject: parts.subject, text: letterText(parts), html: letterHtml(parts) };
}

function partsOf(mail: Mail, publicUrl: string): LetterParts {
  const page = (path: string) => `${publicUrl}${path}`;
  const withCode = (path: string, code: string) => `${page(path)}?${new URLSearchParams({ code })}`;
  switch (mail.kind) {
    case 'verify_email':
      return {
        subject: 'Verify your email address for Cairn',
        heading: 'Verify your email address',
        lines: ['Confirm that this address is yours. Your profile then shows it as validated.'],
        button: { label: 'Verify email', link: withCode('/profile/email/link', mail.code) },
        ends: 'The link can be used once, within 24 hours.',
        ifNotYou: 'Then there is nothing to do: without the link, nothing happens.',
        why: 'Somebody who is signed in to Cairn with this address asked for it.',
      };
    case 'confirm_new_email':
      return {
        subject: 'Confirm your new email address for Cairn',
        heading: 'Confirm your new email address',
        lines: [
          'Confirm that this address is yours. From then on you sign in to Cairn with it, and no longer with the one before.',
        ],
        button: { label: 'Use this address', link: withCode('/profile/email/link', mail.code) },
        ends: 'The link can be used once, within 24 hours.',
        ifNotYou: 'Then there is nothing to do: without the link, no account gets your address.',
        why: 'Somebody asked to change the address of their Cairn account to this one.',
      };
    case 'reset_password':
      return {
        subject: 'Set a new password for Cairn',
        heading: 'Set a new password',
        lines: ['Choose a new password for your Cairn account. Every device is then signed out.'],
        button: { label: 'Set new password', link: withCode('/resetpwd', mail.code) },
        ends: 'The link can be used once, within one hour.',
        ifNotYou: 'Then there is nothing to do: nothing has changed. Never pass the link on.',
        why: 'Somebody asked Cairn for a link that sets a password for this address.',
      };
    case 'payment_failed':
    case 'checkout_failed':
    case 'subscription_ending':
      return paymentLetterOf(mail, page);
    case 'subscription_ended':
    case 'banks_unlinked_soon':
    case 'banks_unlinked':
      return lapseLetterOf(mail, page);
    case 'bank_needs_you':
    case 'bank_withdrawn':
      return bankLetterOf(mail, page);
    default:
      return noticeOf(mail, page);
  }
}

type Notice = Extract<Mail, { at: string }>;

/** What is told after the fact: nothing is to be done, if it was you. */
function noticeOf(mail: Notice, page: (path: string) => string): LetterParts {
  const when = momentOf(mail.at);
  const security = {
    ends: null,
    why: 'Cairn tells you of new devices, and when your password or your address changes.',
  };
  switch (mail.kind) {
    case 'new_device':
      return {
        ...security,
        subject: 'A new device signed in to Cairn',
        heading: 'A new device signed in',
        lines: [
          `${mail.device} signed in to your account on ${when}. If it was you, there is nothing to do.`,
        ],
        button: { label: 'See your devices', link: page('/profile') },
        ifNotYou:
          "End that device's session in your profile, then change your password: somebody else knows it.",
      };
    case 'password_changed':
      return {
        ...security,
        subject: 'Your Cairn password was changed',
        heading: 'Your password was changed',
        lines: [
          `The password of your account was changed on ${when}, and other devices were signed out. If it was you, there is nothing to do.`,
        ],
        button: { label: 'Set another password', link: page('/recoverAccount') },
        ifNotYou: 'Set another password at once. It signs out whoever did this.',
      };
    case 'email_changed':
      return {
        ...security,
        subject: 'Your Cairn email address was changed',
        heading: 'Your email address was changed',
        lines: [
          `Since ${when}, you sign in to your account with ${mail.newEmail}. This address is no longer used.`,
        ],
        button: { label: 'Open your profile', link: page('/profile') },
        ifNotYou:
          'Sign in with the new address and your password at once, change the password, and change the address back.',
      };
    case 'address_wanted':
      return {
        ...security,
        subject: 'Your address already has a Cairn account',
        heading: 'Your address already has an account',
        lines: [
          `On ${when}, somebody who is signed in to another Cairn account asked to use this address for it. Nothing has changed: the address belongs to your account.`,
          'If it was you and you want to use it there, sign in to this account first and change its address or delete it.',
        ],
        button: { label: 'Log in', link: page('/login') },
        ifNotYou: 'Then there is nothing to do: nobody gets your address.',
        why: 'Cairn tells you when somebody asks for your address.',
      };
  }
}

function letterText({ heading, lines, button, ends, ifNotYou, why }: LetterParts): string {
  const blocks = [
    'Cairn',
    heading,
    ...lines,
    `${button.label}:\n${button.link}`,
    ...(ends === null ? [] : [ends]),
    `Was it not you? ${ifNotYou}`,
    `Why you got this email: ${why}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
