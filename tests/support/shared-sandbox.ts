import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from '../../tools/product/free-port.ts';
import { type SandboxProcess, startSandbox } from './sandbox-process.ts';

/** The sandbox of a worker's test files, which have it one after the other, each as good as new. */
export interface SharedSandbox {
  sandbox: SandboxProcess;
  /** Where the sandbox sends what the app is to know: the server that has it listens here. */
  appPort: number;
  /** Lets go of the port, right before the server listens on it. */
  handOver(): Promise<void>;
  /** Takes it back, emptied, once the server has ended. */
  giveBack(): Promise<void>;
}

let made: Promise<SharedSandbox> | undefined;
let lent = false;

/**
 * The worker's sandbox, unless another server of the worker has it at the moment. Starting one takes a
 * second of processor time, which is more than most files take of it. It ends with the worker.
 */
export async function borrowSandbox(): Promise<SharedSandbox | undefined> {
  if (lent) return undefined;
  lent = true;
  made ??= make();
  return made;
}

async function make(): Promise<SharedSandbox> {
  const appPort = await freePort();
  const sandbox = await startSandbox(`http://localhost:${appPort}`);
  // Nobody else is to come by the port between two files.
  let keeper: Server | undefined = await keepPort(appPort);
  return {
    sandbox,
    appPort,
    async handOver() {
      const ended = keeper && once(keeper, 'close');
      keeper?.close();
      keeper = undefined;
      await ended;
    },
    async giveBack() {
      keeper ??= await keepPort(appPort);
      await sandbox.control('reset', {});
      lent = false;
    },
  };
}

async function keepPort(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server.unref();
}
