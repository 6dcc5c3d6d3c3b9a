import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type Faults, MAIL_FAULTS, SLOW_MS, TIMEOUT_MS } from '../control/faults.ts';
import type { Inbox } from './inbox.ts';

/** A running mail server. `port` is the actual port, even if 0 was requested. */
export type MailServer = { port: number; close(): Promise<void> };

/**
 * Starts an SMTP server on 127.0.0.1 that accepts every email and stores it in the inbox.
 * Faults of provider `mail` make it reject emails temporarily (451), drop the connection, or respond late or never.
 * It offers no TLS, because clients would reject a self-signed certificate. It accepts any username and password.
 */
export async function startMailServer(
  inbox: Inbox,
  port: number,
  faults?: Pick<Faults, 'consumeMatching'>,
): Promise<MailServer> {
  const server = new SMTPServer({
    banner: 'Cairn sandbox mail server',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    closeTimeout: 1_000,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_address, session, done) => {
      const fault = faults?.consumeMatching('mail', '/', MAIL_FAULTS) ?? null;
      if (fault === null) done();
      else if (fault.kind === 'drop_connection') disconnect(server, session.id);
      else if (fault.kind === 'slow') runAfter(fault.latencyMs ?? SLOW_MS, done);
      else if (fault.kind === 'timeout')
        runAfter(fault.latencyMs ?? TIMEOUT_MS, () => disconnect(server, session.id));
      else done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
    },
    onData: (stream, session, done) => {
      const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) throw new Error('The message is larger than 10 MB.');
          const mail = await inbox.receive(raw, sender, recipients);
          done(null, `stored as ${mail.id}`);
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // Ignore errors of clients that disconnect. Without a listener they would end the process.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Runs an action after a delay, without keeping the process alive. */
function runAfter(ms: number, action: () => void): void {
  setTimeout(action, ms).unref();
}

function disconnect(server: SMTPServer, session: string): void {
  for (const connection of server.connections) {
    if (connection.session?.id === session) connection.close();
  }
}
