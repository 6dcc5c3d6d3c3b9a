import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type Faults, MAIL_FAULTS, SLOW_MS, TIMEOUT_MS } from '../control/faults.ts';
import type { Inbox } from './inbox.ts';

/** A running mail trap. `port` is the one it listens on, also where 0 was asked for. */
export type Trap = { port: number; close(): Promise<void> };

/**
 * Starts an SMTP server on 127.0.0.1 that takes every mail and keeps it in the inbox.
 * Faults asked of provider `mail` make it refuse mails for the time being (451), hang up on them, or answer late or never.
 * No TLS is offered: a mailer would refuse a certificate nobody signed. Any user and password pass.
 */
export async function startTrap(
  inbox: Inbox,
  port: number,
  faults?: Pick<Faults, 'take'>,
): Promise<Trap> {
  const server = new SMTPServer({
    banner: 'Cairn sandbox mail trap',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    closeTimeout: 1_000,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_address, session, done) => {
      const fault = faults?.take('mail', '/', MAIL_FAULTS) ?? null;
      if (fault === null) done();
      else if (fault.kind === 'drop_connection') hangUp(server, session.id);
      else if (fault.kind === 'slow') later(fault.latencyMs ?? SLOW_MS, done);
      else if (fault.kind === 'timeout')
        later(fault.latencyMs ?? TIMEOUT_MS, () => hangUp(server, session.id));
      else done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
    },
    onData: (stream, session, done) => {
      const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) throw new Error('The message is larger than 10 MB.');
          const mail = await inbox.receive(raw, sender, recipients);
          done(null, `kept as ${mail.id}`);
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // A client that hangs up half-way is no concern of the trap's; without a listener it would end the process.
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

/** Keeps nothing alive that is to end. */
function later(ms: number, act: () => void): void {
  setTimeout(act, ms).unref();
}

function hangUp(server: SMTPServer, session: string): void {
  for (const connection of server.connections) {
    if (connection.session?.id === session) connection.close();
  }
}
