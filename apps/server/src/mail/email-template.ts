import type { Mail } from './enqueue-mail.ts';

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

/** A pure function that creates the content of one kind of email. `page` turns a path of the app into a link. */
export type EmailTemplate<K extends Mail['kind']> = (
  mail: Extract<Mail, { kind: K }>,
  page: (path: string) => string,
) => MailParts;
