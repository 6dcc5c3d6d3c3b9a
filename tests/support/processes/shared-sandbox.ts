import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from '../../../tools/product/free-port.ts';
import { type SandboxProcess, startSandbox } from './sandbox-process.ts';

/** A sandbox that a worker's test files use one after the other. It is reset in between. */
export interface SharedSandbox {
  sandbox: SandboxProcess;
  /** The port that the sandbox sends webhooks to. The server that uses the sandbox listens on it. */
  appPort: number;
  /** Releases the reserved port, right before the server listens on it. */
  releasePort(): Promise<void>;
  /** Resets the sandbox and reserves the port again, after the server has stopped. */
  release(): Promise<void>;
}

let created: Promise<SharedSandbox> | undefined;
let isInUse = false;

/**
 * Acquires the worker's sandbox; undefined if another server of the worker is using it. It is shared
 * because starting one takes a second of processor time. It exits with the worker.
 */
export async function acquireSandbox(): Promise<SharedSandbox | undefined> {
  if (isInUse) return undefined;
  isInUse = true;
  created ??= create();
  return created;
}

async function create(): Promise<SharedSandbox> {
  const appPort = await freePort();
  const sandbox = await startSandbox(`http://localhost:${appPort}`);
  // Reserves the port between two files.
  let reservation: Server | undefined = await reservePort(appPort);
  return {
    sandbox,
    appPort,
    async releasePort() {
      const closed = reservation && once(reservation, 'close');
      reservation?.close();
      reservation = undefined;
      await closed;
    },
    async release() {
      reservation ??= await reservePort(appPort);
      await sandbox.control('reset', {});
      isInUse = false;
    },
  };
}

async function reservePort(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server.unref();
}
