import type { Delivery } from './client.ts';

/** What nodemailer's errors say of themselves. */
interface SmtpError {
  code?: string;
  /** The number of the server's reply, if there was one (RFC 5321, 4.2). */
  responseCode?: number;
  /** The command that it answered; `API`: none, nodemailer saw itself that it cannot be sent. */
  command?: string;
}

/**
 * Reads an error of handing a mail over. A no to the recipient or to the text is about this mail;
 * a no to anything before (the greeting, our password, the sender) is about us, and will be mended.
 *
 * @param ended whether the line that ends the mail may have been sent
 */
export function deliveryOf(error: unknown, ended: boolean): Delivery {
  const { code, responseCode, command } = error as SmtpError; // Each may be missing.
  const reason = [code ?? 'unknown', responseCode, command].filter(Boolean).join(' ');
  if (responseCode !== undefined) {
    const aboutMail = command === 'RCPT TO' || (command === 'DATA' && code === 'EMESSAGE');
    return { outcome: responseCode >= 500 && aboutMail ? 'refused' : 'not_taken', reason };
  }
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', reason };
  return { outcome: ended ? 'unknown' : 'not_taken', reason };
}
