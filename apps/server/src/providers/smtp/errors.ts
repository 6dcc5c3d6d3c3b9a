import type { Delivery } from './client.ts';

/** The fields of nodemailer's errors. */
interface SmtpError {
  code?: string;
  /** The server's response code, if it responded (RFC 5321, 4.2). */
  responseCode?: number;
  /** The SMTP command that failed. `API` means that nodemailer rejected the mail before sending. */
  command?: string;
}

/**
 * Maps an error of nodemailer to a delivery. A permanent rejection of the recipient or the content concerns this mail.
 * A rejection of any earlier step (greeting, authentication, sender) is a problem of our configuration, so the mail can
 * be retried.
 *
 * @param mayHaveSentFinalLine whether the mail's final line may have been sent
 */
export function deliveryFromError(error: unknown, mayHaveSentFinalLine: boolean): Delivery {
  const { code, responseCode, command } = error as SmtpError; // Any field may be missing.
  const reason = [code ?? 'unknown', responseCode, command].filter(Boolean).join(' ');
  if (responseCode !== undefined) {
    const concernsMail = command === 'RCPT TO' || (command === 'DATA' && code === 'EMESSAGE');
    return { outcome: responseCode >= 500 && concernsMail ? 'refused' : 'not_accepted', reason };
  }
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', reason };
  return { outcome: mayHaveSentFinalLine ? 'unknown' : 'not_accepted', reason };
}
