import { Readable } from 'node:stream';
import type { Settings } from '../../env.ts';
import {
  type CallOutcome,
  type ObserveCall,
  unobserved,
} from '../../platform/providers/observe-call.ts';
import { isLoopback } from '../../safe-settings.ts';
import { deliveryFromError } from './errors.ts';

/** A rendered mail. */
export interface MailMessage {
  /** The same for every attempt, so that receivers drop duplicates. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The result of an attempt to deliver a mail. */
export interface Delivery {
  outcome:
    | 'accepted'
    /** The server rejected this mail permanently. Do not retry. */
    | 'refused'
    /** The mail was definitely not accepted: it was not fully sent, or the server rejected it temporarily. */
    | 'not_accepted'
    /** The connection broke after the mail was sent, before the response. It may have been accepted. */
    | 'unknown';
  /** Null if accepted. Otherwise the error's code and SMTP command, without email addresses. */
  reason: string | null;
}

/** Sends mail over SMTP (RFC 5321). */
export interface MailProvider {
  /**
   * Delivers a mail. `confirmSend` is called once everything but the final line has been sent. If it
   * resolves to false, the connection is dropped instead, and the server discards the mail.
   */
  deliver(mail: MailMessage, confirmSend: () => Promise<boolean>): Promise<Delivery>;
}

/** In milliseconds. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** True for a server on another machine. A plain SMTP connection to it is encrypted by STARTTLS or not used. */
export const requiresTls = (smtpUrl: string): boolean => !isLoopback(new URL(smtpUrl).hostname);

export function createMailProvider(
  { smtpUrl, from }: Settings['mail'],
  observe: ObserveCall = unobserved,
): MailProvider {
  const deliver: MailProvider['deliver'] = async ({ messageId, to, ...content }, confirmSend) => {
    // Loaded on first use to save memory.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      requireTLS: requiresTls(smtpUrl),
      ...timeouts,
    });
    let isSendConfirmed = false;
    async function* withConfirmation(message: AsyncIterable<Buffer>) {
      yield* message;
      isSendConfirmed = await confirmSend();
      if (!isSendConfirmed) throw new Error('Sending was not confirmed');
    }
    transport.use('stream', (mail, next) => {
      // The stream is read only after the server has accepted the envelope.
      mail.message.processFunc((message) => Readable.from(withConfirmation(message)));
      next();
    });
    try {
      await transport.sendMail({
        ...content,
        from,
        // An object, because nodemailer could parse a string as several addresses.
        to: { name: '', address: to },
        messageId,
        // Prevents out-of-office replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { outcome: 'accepted', reason: null };
    } catch (error) {
      return deliveryFromError(error, isSendConfirmed);
    } finally {
      transport.close();
    }
  };
  return {
    deliver: (mail, confirmSend) =>
      observe({ provider: 'smtp', call: 'deliver' }, () => deliver(mail, confirmSend), {
        outcomeOfResult: outcomeOf,
      }),
  };
}

const outcomes: Record<Delivery['outcome'], CallOutcome> = {
  accepted: 'ok',
  refused: 'rejected',
  not_accepted: 'unavailable',
  unknown: 'unavailable',
};
const outcomeOf = ({ outcome }: Delivery): CallOutcome => outcomes[outcome];
