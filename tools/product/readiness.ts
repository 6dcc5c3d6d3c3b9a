import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './child.ts';

/** Thrown when a part ended or did not answer in time; the message carries its last lines. */
export class NotReadyError extends Error {
  override name = 'NotReadyError';
}

/** Waits until `address` answers 200, as long as the child lives. */
export function waitForAnswer(child: Child, address: string, patience: number): Promise<void> {
  return waitFor(child, patience, async () => {
    const reply = await fetch(address, { signal: AbortSignal.timeout(2_000) });
    await reply.body?.cancel();
    return reply.status === 200;
  });
}

/** Waits until a port on this machine takes connections, as long as the child lives. */
export function waitForPort(child: Child, port: number, patience: number): Promise<void> {
  return waitFor(child, patience, () => {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  });
}

async function waitFor(
  child: Child,
  patience: number,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const end = Date.now() + patience;
  while (!child.hasEnded()) {
    if (await isReady().catch(() => false)) return;
    if (Date.now() > end) throw new NotReadyError(tellEnd(child, 'is not ready'));
    await delay(50);
  }
  throw new NotReadyError(tellEnd(child, 'ended'));
}

/** `The server ended. Its last lines: ...` */
export function tellEnd(child: Child, what: string): string {
  const lines = child.lastLines(20);
  if (lines === '') return `The ${child.name} ${what}, and printed nothing.`;
  return `The ${child.name} ${what}. Its last lines (all of them: ${child.logFile}):\n${lines}`;
}
