import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the database that can be cut, as a network is. */
export interface DatabaseProxy {
  /** The address of the database by this way. */
  url: string;
  /** Ends every connection at once and takes no more. */
  cut(): Promise<void>;
  /** Connections stay open and carry nothing any more, as when a machine stops answering. */
  freeze(): void;
  /** Everything goes through again, for those who connect anew. */
  restore(): Promise<void>;
}

/** Puts a proxy in front of a PostgreSQL that listens on a Unix socket. */
export async function proxyDatabase(databaseUrl: string): Promise<DatabaseProxy> {
  const address = new URL(databaseUrl);
  const socketPath = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let frozen = false;

  function carry(from: Socket): void {
    const to = connect(socketPath);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => frozen || other.write(bytes));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }

  let server: Server;
  async function listen(port: number): Promise<number> {
    server = createServer(carry).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    return typeof bound === 'object' && bound !== null ? bound.port : port;
  }

  const port = await listen(0);
  const user = address.searchParams.get('user') ?? '';
  const password = encodeURIComponent(address.searchParams.get('password') ?? '');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${port}${address.pathname}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
    freeze() {
      frozen = true;
    },
    async restore() {
      frozen = false;
      endAll();
      if (!server.listening) await listen(port);
    },
  };
}
