import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy that can simulate network failures. Each fault lasts until the next call of a method. */
export interface FaultProxy {
  port: number;
  /** Closes all connections and rejects new ones. */
  cut(): Promise<void>;
  /** Keeps connections open but forwards nothing, as if the machine stopped responding. */
  freeze(): void;
  /** Delays everything by this many milliseconds. */
  delay(milliseconds: number): void;
  /** Forwards this many bytes of each response, and then closes the connection. */
  truncate(bytes: number): void;
  /** Closes all connections and forwards new ones normally. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** What happens to forwarded bytes. */
type Fault =
  | { kind: 'none' | 'freeze' }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'truncate'; bytes: number };

/** Starts a proxy on a free port in front of `target`: a port on this machine or the path of a Unix socket. */
export async function startFaultProxy(target: () => NetConnectOpts): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let fault: Fault = { kind: 'none' };

  function forwardTo(source: Socket, destination: Socket, isResponse: boolean): void {
    let forwarded = Promise.resolve();
    let truncatedBytes = 0;
    const forward = async (bytes: Buffer) => {
      if (fault.kind === 'delay') await sleep(fault.milliseconds);
      if (fault.kind === 'freeze' || destination.destroyed) return;
      if (fault.kind !== 'truncate' || !isResponse) return void destination.write(bytes);
      const remaining = Math.max(0, fault.bytes - truncatedBytes);
      truncatedBytes += bytes.length;
      if (bytes.length <= remaining) return void destination.write(bytes);
      destination.end(bytes.subarray(0, remaining));
      source.destroy();
    };
    sockets.add(source);
    // One after the other, so that a delay keeps the order.
    source.on('data', (bytes) => {
      forwarded = forwarded.then(() => forward(Buffer.from(bytes)));
    });
    source.on('error', () => undefined);
    source.on('close', () => {
      sockets.delete(source);
      void forwarded.then(() => destination.destroy());
    });
  }

  function accept(client: Socket): void {
    const server = connect(target());
    forwardTo(client, server, false);
    forwardTo(server, client, true);
  }

  let server: Server;
  async function listen(requestedPort: number): Promise<number> {
    server = createServer(accept).listen(requestedPort, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    return typeof bound === 'object' && bound !== null ? bound.port : requestedPort;
  }

  const port = await listen(0);
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    closeConnections();
    await closed;
  }
  return {
    port,
    cut,
    freeze: () => {
      fault = { kind: 'freeze' };
    },
    delay: (milliseconds) => {
      fault = { kind: 'delay', milliseconds };
    },
    truncate: (bytes) => {
      fault = { kind: 'truncate', bytes };
    },
    async restore() {
      fault = { kind: 'none' };
      closeConnections();
      if (!server.listening) await listen(port);
    },
    stop: cut,
  };
}
