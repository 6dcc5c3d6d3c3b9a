import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * One kept connection that sends the same request again and again. No more client than there has to be: its
 * time counts as the server's, and Node's own client takes a third of a millisecond for a page.
 */
export class KeptConnection {
  private readonly request: Buffer;
  private readonly socket: Socket;

  private constructor(socket: Socket, request: Buffer) {
    this.socket = socket;
    this.request = request;
  }

  /** Connects to the server of `url`, to POST `body` there as the bearer of a token. */
  static async open(url: string, token: string, body: string): Promise<KeptConnection> {
    const { hostname, port, host, pathname } = new URL(url);
    const head = [
      `POST ${pathname} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return new KeptConnection(socket, Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`));
  }

  /** Sends the request and waits for the whole reply, whose length its head must say. */
  async ask(): Promise<void> {
    this.socket.write(this.request);
    let reply = '';
    let length = Number.POSITIVE_INFINITY;
    while (reply.length < length) {
      const [chunk] = (await once(this.socket, 'data')) as [Buffer];
      // One character a byte.
      reply += chunk.toString('latin1');
      if (length === Number.POSITIVE_INFINITY) length = lengthOf(reply);
    }
  }

  close(): void {
    this.socket.destroy();
  }
}

/** How long a reply is with its head; infinite until its head is there. */
function lengthOf(reply: string): number {
  const end = reply.indexOf('\r\n\r\n');
  if (end === -1) return Number.POSITIVE_INFINITY;
  const head = reply.slice(0, end);
  if (!head.startsWith('HTTP/1.1 200 '))
    throw new Error(`A page answered ${head.split('\r\n')[0]}`);
  const body = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (body === undefined) throw new Error('A reply does not say how long it is');
  return end + 4 + Number(body);
}
