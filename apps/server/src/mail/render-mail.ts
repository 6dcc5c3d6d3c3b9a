import type { MailParts } from './email-template.ts';
import { emailTemplates } from './email-templates.ts';
import type { Mail } from './enqueue-mail.ts';
import { mailCopy } from './mail.copy.ts';
import { renderMailHtml } from './render-mail-html.ts';

/** The subject and both bodies of an email. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Renders an email as text and as HTML. Links start with `publicUrl`. Pure. */
export function renderMail<K extends Mail['kind']>(
  mail: Extract<Mail, { kind: K }>,
  publicUrl: string,
): RenderedMail {
  const kind: K = mail.kind;
  const parts = emailTemplates[kind](mail, (path) => `${publicUrl}${path}`);
  return { subject: parts.subject, text: renderText(parts), html: renderMailHtml(parts) };
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
