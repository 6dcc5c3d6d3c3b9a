import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { freePort } from '../../../tools/product/free-port.ts';

/** The stages of an SMTP delivery. */
export type MailStage = 'greeting' | 'auth' | 'sender' | 'recipient' | 'data' | 'end';

/** A mail server with scripted responses. */
export interface ScriptedMailServer {
  port: number;
  /** Responses that replace the successful ones: a text, null to disconnect, or 'silence' for no response. */
  responses: Partial<Record<MailStage, string | null>>;
  /** The received RCPT TO commands. */
  recipients: string[];
  /** The emails that were received completely. */
  mails: string[];
  /** Called when the first line of an email's content arrives. */
  onMailData: () => void;
  stop(): Promise<void>;
}

/** Starts a server with minimal SMTP (RFC 5321). */
export async function startScriptedMailServer(port?: number): Promise<ScriptedMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    handleConnection(socket, scripted);
  });
  const scripted: ScriptedMailServer = {
    port: port ?? (await freePort()),
    responses: {},
    recipients: [],
    mails: [],
    onMailData: () => undefined,
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

function handleConnection(socket: Socket, script: ScriptedMailServer): void {
  let content: string[] | undefined;
  /** Sends the scripted response of a stage, or else `success`. Returns true if it sent `success`. */
  const respond = (stage: MailStage, success: string): boolean => {
    const response = script.responses[stage];
    if (response === null) socket.destroy();
    else if (response !== 'silence') socket.write(`${response ?? success}\r\n`);
    return response === undefined;
  };
  respond('greeting', '220 hello');
  const lines = createInterface({ input: socket });
  // A killed client resets its connection. The readline interface emits its input's errors as well.
  for (const source of [socket, lines]) source.on('error', () => undefined);
  lines.on('line', (line) => {
    if (content !== undefined) {
      if (line !== '.') {
        if (content.push(line) === 1) script.onMailData();
        return;
      }
      script.mails.push(content.join('\n'));
      content = undefined;
      respond('end', '250 taken');
      return;
    }
    const command = line.toUpperCase();
    if (command.startsWith('EHLO')) socket.write('250-hello\r\n250 AUTH PLAIN\r\n');
    else if (command.startsWith('AUTH')) respond('auth', '235 welcome');
    else if (command.startsWith('MAIL')) respond('sender', '250 ok');
    else if (command.startsWith('RCPT')) {
      script.recipients.push(line);
      respond('recipient', '250 ok');
    } else if (command === 'DATA') {
      if (respond('data', '354 go on')) content = [];
    } else if (command === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  });
}
