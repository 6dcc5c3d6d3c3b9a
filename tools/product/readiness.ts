import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './child.ts';

/** Thrown if a process ended or was not ready in time. The message includes the end of its output. */
export class NotReadyError extends Error {
  override name = 'NotReadyError';
}

/** Waits until `url` responds with 200. Fails if the child ends first. */
export function waitForOk(child: Child, url: string, timeout: number): Promise<void> {
  return waitFor(child, timeout, async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status === 200;
  });
}

/** Waits until a port on this machine accepts connections. Fails if the child ends first. */
export function waitForPort(child: Child, port: number, timeout: number): Promise<void> {
  return waitFor(child, timeout, () => {
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
  timeout: number,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + timeout;
  while (!child.hasEnded()) {
    if (await isReady().catch(() => false)) return;
    if (performance.now() > deadline)
      throw new NotReadyError(describeFailure(child, 'is not ready'));
    await delay(50);
  }
  throw new NotReadyError(describeFailure(child, 'ended'));
}

/** Describes a failure with the end of the output: `The server ended. Its last lines of output (…): …` */
export function describeFailure(child: Child, failure: string): string {
  const output = child.lastLines();
  if (output === '') return `The ${child.name} ${failure}, and printed nothing.`;
  return `The ${child.name} ${failure}. Its last lines of output (full log: ${child.logFile}):\n${output}`;
}
