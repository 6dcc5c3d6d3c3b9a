import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How much of what a process complains of is told on, in characters: its last words. */
const lastWords = 2_000;

/**
 * Takes pages, one at a time, from a script that runs in a process of its own and writes each as a line
 * of JSON to its standard output: what it takes to make them is never in our memory, and no request waits
 * for it. (A thread would give little back: its heap is ours.) The script is told `args`, and nothing of
 * our environment. Throws when the process fails, or takes longer than `patience` (milliseconds) for all
 * of them; it is over in every case, also when no more of them are taken.
 */
export async function* pagesFromProcess<Page>(
  script: URL,
  args: readonly string[],
  patience: number,
): AsyncGenerator<Page, undefined> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  // Told below, where it is waited for.
  ended.catch(() => undefined);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-lastWords);
  });
  try {
    for await (const line of createInterface({ input: child.stdout }))
      yield JSON.parse(line) as Page; // What the script writes; ours, as is its type.
    const [code, signal] = await ended;
    if (code !== 0) throw new Error(`The process ended with ${signal ?? code}. ${complaint}`);
  } finally {
    child.kill('SIGKILL');
  }
}
