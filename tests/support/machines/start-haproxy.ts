import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../tools/product/free-port.ts';
import { eventually } from '../eventually.ts';
import { findProgram } from './required-program.ts';

const deployed = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));

/** A running HAProxy. */
export interface Balancer {
  /** The address of the web processes behind HAProxy. */
  url: string;
  /** The port of the database's primary. */
  primaryPort: number;
  stop(): Promise<void>;
}

/** A PostgreSQL and its Patroni, on this machine. */
export interface DatabaseNode {
  port: number;
  patroniPort: number;
}

/** Starts HAProxy with `deploy/haproxy.cfg`, in front of two web processes, and of two databases if there are any. */
export async function startHaproxy(
  webPorts: readonly [number, number],
  databases?: readonly [DatabaseNode, DatabaseNode],
): Promise<Balancer> {
  const [port, primaryPort] = [await freePort(), await freePort()];
  const child = spawn(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', deployed], {
    stdio: 'ignore',
    env: {
      CAIRN_BIND: `127.0.0.1:${port}`,
      CAIRN_PRIMARY_BIND: `127.0.0.1:${primaryPort}`,
      CAIRN_WEB1: `127.0.0.1:${webPorts[0]}`,
      CAIRN_WEB2: `127.0.0.1:${webPorts[1]}`,
      ...(databases === undefined
        ? {}
        : {
            CAIRN_DB1: `127.0.0.1:${databases[0].port}`,
            CAIRN_DB1_PATRONI: String(databases[0].patroniPort),
            CAIRN_DB2: `127.0.0.1:${databases[1].port}`,
            CAIRN_DB2_PATRONI: String(databases[1].patroniPort),
          }),
    },
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy exited with ${child.exitCode}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  }, 'HAProxy accepts connections');
  return {
    url,
    primaryPort,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
