import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How many characters of standard error are kept for the error message. */
const maxErrorOutput = 2_000;

/**
 * Runs a script in a child process and yields the pages that it prints, one JSON line each. Unlike a
 * worker thread, it cannot make this process's heap grow. The event loop is not blocked either. The script
 * gets `args` and an empty environment. Throws if the process fails or exceeds `timeout` (milliseconds).
 * The process is killed when the generator ends, even if the consumer stops early.
 */
export async function* readPagesFromProcess<Page>(
  script: URL,
  args: readonly string[],
  timeout: number,
): AsyncGenerator<Page, undefined> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  // The error is reported below, where `ended` is awaited.
  ended.catch(() => undefined);
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = `${errorOutput}${text}`.slice(-maxErrorOutput);
  });
  try {
    for await (const line of createInterface({ input: child.stdout }))
      yield JSON.parse(line) as Page; // Our own script writes it, so its type is trusted.
    const [code, signal] = await ended;
    if (code !== 0) throw new Error(`The process ended with ${signal ?? code}. ${errorOutput}`);
  } finally {
    child.kill('SIGKILL');
  }
}
