import { CommandError } from '../command/command-error.mjs';
import { DatabaseError } from '../database/database-error.ts';
import { NotReadyError } from './readiness.ts';
import { Product, type ProductOptions, type RunningProduct } from './start-product.ts';
import { WebBuildError } from './web-build.ts';

/** Milliseconds. One Ctrl-C may arrive twice, from the terminal and through npm. */
const DUPLICATE_SIGNAL_WINDOW = 1_500;

/**
 * Starts Cairn and runs it until a signal arrives, the parent process ends, or one of Cairn's processes
 * has failed too often.
 * @returns the exit code.
 */
export async function runUntilStopped(
  options: ProductOptions,
  onReady: (running: RunningProduct) => void,
): Promise<number> {
  const product = new Product(options);
  const stopped = stopOnSignals(product, options.log);
  try {
    const running = await Promise.race([product.start(), stopped]);
    if (running === undefined || stopped.isRequested) {
      await stopped;
      return 0;
    }
    onReady(running);
    const failure = await Promise.race([running.failure, stopped]);
    if (failure === undefined || stopped.isRequested) {
      await stopped;
      return 0;
    }
    console.error(failure);
  } catch (error) {
    // Stopping during the start makes the start fail, which is not an error.
    if (stopped.isRequested) {
      await stopped;
      return 0;
    }
    console.error(isExpected(error) ? error.message : error);
  }
  await product.stop();
  return 1;
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof CommandError ||
    error instanceof DatabaseError ||
    error instanceof NotReadyError ||
    error instanceof WebBuildError
  );
}

/** Stops Cairn on a signal. Resolves when everything has ended. */
function stopOnSignals(
  product: Product,
  log: (text: string) => void,
): Promise<void> & { isRequested: boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopped = Object.assign(promise, { isRequested: false });
  let requestedAt = 0;
  const requestStop = () => {
    if (stopped.isRequested) {
      if (Date.now() - requestedAt > DUPLICATE_SIGNAL_WINDOW) product.kill();
      return;
    }
    stopped.isRequested = true;
    requestedAt = Date.now();
    log('Stopping');
    void product.stop().then(resolve);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, requestStop);
  // The IPC channel to tools/start.mjs, if any, closes when that process ends.
  process.on('disconnect', requestStop);
  // EPIPE: the reader of a pipe is gone. Other errors, such as a full disk, are no reason to stop.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') requestStop();
  });
  onParentExit(requestStop);
  return stopped;
}

/** In milliseconds. */
const PARENT_POLL_INTERVAL = 1_000;

/**
 * Calls `onExit` when the parent process ends. For parents without an IPC channel, such as Playwright: the
 * system assigns us a new parent then.
 */
function onParentExit(onExit: () => void): void {
  if (process.channel !== undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onExit();
  }, PARENT_POLL_INTERVAL).unref();
}
