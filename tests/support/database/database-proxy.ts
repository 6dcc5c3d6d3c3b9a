import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy in front of the database that can simulate network failures. */
export interface DatabaseProxy {
  /** The database URL through the proxy. */
  url: string;
  /** Closes all connections and rejects new ones. */
  cut(): Promise<void>;
  /** Keeps connections open but forwards nothing, as if the machine stopped responding. */
  freeze(): void;
  /** Closes all connections and forwards new ones normally. */
  restore(): Promise<void>;
}

/** Starts a proxy in front of a PostgreSQL that listens on a Unix socket. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const address = new URL(databaseUrl);
  const socketPath = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let isFrozen = false;

  function forward(from: Socket): void {
    const to = connect(socketPath);
    for (const [source, target] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(source);
      source.on('data', (bytes) => isFrozen || target.write(bytes));
      source.on('error', () => undefined);
      source.on('close', () => {
        sockets.delete(source);
        target.destroy();
      });
    }
  }

  let server: Server;
  async function listen(port: number): Promise<number> {
    server = createServer(forward).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    return typeof bound === 'object' && bound !== null ? bound.port : port;
  }

  const port = await listen(0);
  const user = address.searchParams.get('user') ?? '';
  const password = encodeURIComponent(address.searchParams.get('password') ?? '');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${port}${address.pathname}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      closeAll();
      await closed;
    },
    freeze() {
      isFrozen = true;
    },
    async restore() {
      isFrozen = false;
      closeAll();
      if (!server.listening) await listen(port);
    },
  };
}
