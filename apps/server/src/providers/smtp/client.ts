import { Readable } from 'node:stream';
import type { Settings } from '../../env.ts';
import { deliveryOf } from './errors.ts';

/** A mail, ready to be sent. */
export interface Letter {
  /** Stays the same however often sending is tried: receivers drop a second one. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What came of handing a mail over. */
export interface Delivery {
  outcome:
    | 'accepted'
    /** The server said no to this mail for good: another try says the same. */
    | 'refused'
    /** Certainly not taken: it was not all sent, or the server said that it did not take it. */
    | 'not_taken'
    /** The connection went after the mail was sent and before the answer: it may have been taken. */
    | 'unknown';
  /** Of what was not accepted: the error's code and the SMTP command, without anybody's address. */
  reason: string | null;
}

/** Sends mail over SMTP (RFC 5321). */
export interface MailProvider {
  /**
   * Hands a mail over. `mayEnd` is asked once the server has all of it but the line that ends it, which
   * is what makes it the server's: with false, the connection is dropped instead.
   */
  deliver(letter: Letter, mayEnd: () => Promise<boolean>): Promise<Delivery>;
}

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

export function createMailProvider({ smtpUrl, from }: Settings['mail']): MailProvider {
  return {
    async deliver({ messageId, to, ...letter }, mayEnd) {
      // Loaded with the first mail: a process that sends none does without.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url: smtpUrl, ...patience });
      let ended = false;
      async function* allButTheEnd(message: AsyncIterable<Buffer>) {
        yield* message;
        ended = await mayEnd();
        if (!ended) throw new Error('The mail is not to be sent after all');
      }
      transport.use('stream', (mail, next) => {
        // Read once the server has taken the envelope, not before.
        mail.message.processFunc((message) => Readable.from(allButTheEnd(message)));
        next();
      });
      try {
        await transport.sendMail({
          ...letter,
          from,
          // As one address, whatever is in it: as a text it could be read as several.
          to: { name: '', address: to },
          messageId,
          // Nobody's out-of-office answers a machine (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { outcome: 'accepted', reason: null };
      } catch (error) {
        return deliveryOf(error, ended);
      } finally {
        transport.close();
      }
    },
  };
}
