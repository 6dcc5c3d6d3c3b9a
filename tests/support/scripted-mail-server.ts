import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { freePort } from '../../tools/product/free-port.ts';

/** Where in a mail's way to the server something is answered. */
export type MailStage = 'greeting' | 'auth' | 'sender' | 'recipient' | 'data' | 'end';

/** A mail server that answers as told. */
export interface ScriptedMailServer {
  port: number;
  /** What each stage answers instead of yes: a reply, null to hang up, 'silence' for none. */
  answers: Partial<Record<MailStage, string | null>>;
  /** The recipients that were named. */
  recipients: string[];
  /** The mails that were sent to their end. */
  mails: string[];
  /** Called when the text of a mail has begun to come. */
  onText: () => void;
  stop(): Promise<void>;
}

/** Starts one. It speaks SMTP (RFC 5321) in its plainest form. */
export async function startMailServer(port?: number): Promise<ScriptedMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    converse(socket, scripted);
  });
  const scripted: ScriptedMailServer = {
    port: port ?? (await freePort()),
    answers: {},
    recipients: [],
    mails: [],
    onText: () => undefined,
    async stop() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(scripted.port, '127.0.0.1');
  await once(server, 'listening');
  return scripted;
}

function converse(socket: Socket, script: ScriptedMailServer): void {
  let text: string[] | undefined;
  const say = (stage: MailStage, yes: string): boolean => {
    const answer = script.answers[stage];
    if (answer === null) socket.destroy();
    else if (answer !== 'silence') socket.write(`${answer ?? yes}\r\n`);
    return answer === undefined;
  };
  say('greeting', '220 hello');
  createInterface({ input: socket }).on('line', (line) => {
    if (text !== undefined) {
      if (line !== '.') {
        if (text.push(line) === 1) script.onText();
        return;
      }
      script.mails.push(text.join('\n'));
      text = undefined;
      say('end', '250 taken');
      return;
    }
    const command = line.toUpperCase();
    if (command.startsWith('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n');
    else if (command.startsWith('AUTH')) say('auth', '235 welcome');
    else if (command.startsWith('MAIL')) say('sender', '250 ok');
    else if (command.startsWith('RCPT')) {
      script.recipients.push(line);
      say('recipient', '250 ok');
    } else if (command === 'DATA') {
      if (say('data', '354 go on')) text = [];
    } else if (command === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  });
}
