import { formatMessage } from '@cairn/contract/text/copy';
import type { Mail } from '../../mail/enqueue-mail.ts';
import { bankMailParts } from './bank-mails.ts';
import { formatInstant } from './format-instant.ts';
import { lapseMailParts } from './lapse-mails.ts';
import { mailCopy } from './mail.copy.ts';
import { paymentMailParts } from './payment-mails.ts';
import { renderMailHtml } from './render-mail-html.ts';

/** The subject and both bodies of an email. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The content of an email, in reading order. */
export interface MailParts {
  subject: string;
  heading: string;
  /** What happened, in one or two paragraphs. */
  paragraphs: string[];
  button: { label: string; link: string };
  /** How long the link works. Null if it doesn't expire. */
  expiry: string | null;
  /** Introduces the next part, for example "Wasn't you?". */
  unexpectedTitle: string;
  /** What to do if the reader did not cause this. */
  unexpected: string;
  /** Why the reader got this email. */
  reason: string;
}

/** Renders an email as text and as HTML. Links start with `publicUrl`. Pure. */
export function renderMail(mail: Mail, publicUrl: string): RenderedMail {
  const parts = partsOf(mail, publicUrl);
  return { subject: parts.subject, text: renderText(parts), html: renderMailHtml(parts) };
}

function partsOf(mail: Mail, publicUrl: string): MailParts {
  const page = (path: string) => `${publicUrl}${path}`;
  switch (mail.kind) {
    case 'verify_email':
      return codePartsOf(mailCopy.verifyEmail, page('/profile/email/link'), mail.code);
    case 'confirm_new_email':
      return codePartsOf(mailCopy.confirmNewEmail, page('/profile/email/link'), mail.code);
    case 'reset_password':
      return codePartsOf(mailCopy.resetPassword, page('/resetpwd'), mail.code);
    case 'payment_failed':
    case 'checkout_failed':
    case 'subscription_ending':
      return paymentMailParts(mail, page);
    case 'subscription_ended':
    case 'banks_unlinked_soon':
    case 'banks_unlinked':
      return lapseMailParts(mail, page);
    case 'bank_needs_you':
    case 'bank_withdrawn':
      return bankMailParts(mail, page);
    default:
      return securityPartsOf(mail, page);
  }
}

/** The content of an email whose link carries a one-time code. */
const codePartsOf = (
  copy:
    | typeof mailCopy.verifyEmail
    | typeof mailCopy.confirmNewEmail
    | typeof mailCopy.resetPassword,
  url: string,
  code: string,
): MailParts => ({
  subject: copy.subject,
  heading: copy.heading,
  paragraphs: [copy.body],
  button: { label: copy.button, link: `${url}?${new URLSearchParams({ code })}` },
  expiry: copy.expiry,
  unexpectedTitle: mailCopy.frame.notYou,
  unexpected: copy.unexpected,
  reason: copy.reason,
});

type SecurityMail = Extract<Mail, { at: string }>;

/** The content of an email about a sensitive change that has already happened. */
function securityPartsOf(mail: SecurityMail, page: (path: string) => string): MailParts {
  const time = formatInstant(mail.at);
  const shared = {
    expiry: null,
    unexpectedTitle: mailCopy.frame.notYou,
    reason: mailCopy.securityReason,
  };
  switch (mail.kind) {
    case 'new_device': {
      const { subject, heading, body, button, unexpected } = mailCopy.newDevice;
      return {
        ...shared,
        subject,
        heading,
        paragraphs: [formatMessage(body, { device: mail.device, time })],
        button: { label: button, link: page('/profile') },
        unexpected,
      };
    }
    case 'password_changed': {
      const { subject, heading, body, button, unexpected } = mailCopy.passwordChanged;
      return {
        ...shared,
        subject,
        heading,
        paragraphs: [formatMessage(body, { time })],
        button: { label: button, link: page('/recoverAccount') },
        unexpected,
      };
    }
    case 'email_changed': {
      const { subject, heading, body, button, unexpected } = mailCopy.emailChanged;
      return {
        ...shared,
        subject,
        heading,
        paragraphs: [formatMessage(body, { time, newEmail: mail.newEmail })],
        button: { label: button, link: page('/profile') },
        unexpected,
      };
    }
    case 'address_wanted': {
      const { subject, heading, body, next, button, unexpected, reason } = mailCopy.addressInUse;
      return {
        ...shared,
        subject,
        heading,
        paragraphs: [formatMessage(body, { time }), next],
        button: { label: button, link: page('/login') },
        unexpected,
        reason,
      };
    }
  }
}

function renderText(parts: MailParts): string {
  const { heading, paragraphs, button, expiry, unexpectedTitle, unexpected, reason } = parts;
  const blocks = [
    mailCopy.frame.product,
    heading,
    ...paragraphs,
    `${button.label}:\n${button.link}`,
    ...(expiry === null ? [] : [expiry]),
    `${unexpectedTitle} ${unexpected}`,
    `${mailCopy.frame.reason} ${reason}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
