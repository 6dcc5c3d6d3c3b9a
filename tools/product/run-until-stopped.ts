import { DatabaseError } from '../database/database-error.ts';
import { NotReadyError } from './readiness.ts';
import { Product, type ProductOptions, type RunningProduct } from './start-product.ts';
import { WebBuildError } from './web-build.ts';

/** The same Ctrl-C may arrive twice, from the terminal and through npm. */
const SAME_SIGNAL = 1_500;

/**
 * Starts the product, reports, and keeps it until a signal, the end of the process above, or the
 * end of one of its parts.
 * @returns the exit code.
 */
export async function runUntilStopped(
  options: ProductOptions,
  onReady: (running: RunningProduct) => void,
): Promise<number> {
  const product = new Product(options);
  const stopped = stopOnSignals(product, options.say);
  try {
    const running = await Promise.race([product.start(), stopped]);
    if (running === undefined || stopped.asked) {
      await stopped;
      return 0;
    }
    onReady(running);
    const broken = await Promise.race([running.broken, stopped]);
    if (broken === undefined || stopped.asked) {
      await stopped;
      return 0;
    }
    console.error(broken);
  } catch (error) {
    // A start that was stopped half-way fails somewhere; that is not worth a word.
    if (stopped.asked) {
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
    error instanceof DatabaseError ||
    error instanceof NotReadyError ||
    error instanceof WebBuildError
  );
}

/** Resolves when everything has ended after a signal. */
function stopOnSignals(
  product: Product,
  say: (text: string) => void,
): Promise<void> & { asked: boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopped = Object.assign(promise, { asked: false });
  let askedAt = 0;
  const ask = () => {
    if (stopped.asked) {
      if (Date.now() - askedAt > SAME_SIGNAL) product.hurry();
      return;
    }
    stopped.asked = true;
    askedAt = Date.now();
    say('Ending');
    void product.stop().then(resolve);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask);
  // The channel to tools/start.mjs, where there is one: it closes when that process ends.
  process.on('disconnect', ask);
  process.stdout.on('error', ask);
  endWithParent(ask);
  return stopped;
}

/** How often a look is taken, in milliseconds. */
const LOOK = 1_000;

/**
 * Without a channel to the process above, as under the browser tests' runner, its end is seen by
 * whose child we have become.
 */
function endWithParent(end: () => void): void {
  if (process.channel !== undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, LOOK).unref();
}
