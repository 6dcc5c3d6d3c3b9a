import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readPagesFromProcess } from './read-pages-from-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

let scriptCount = 0;
/** Writes a script to a file. */
function writeScript(text: string): URL {
  scriptCount += 1;
  const file = join(folder, `${scriptCount}.mjs`);
  writeFileSync(file, `const page = (value) => console.log(JSON.stringify(value));\n${text}`);
  return pathToFileURL(file);
}

async function collect(pages: AsyncIterable<unknown>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const page of pages) collected.push(page);
  return collected;
}

const timeout = 20_000;

describe('reading pages from a process', () => {
  test('yields the pages in order, and the script gets its arguments but no environment', async () => {
    const text = 'for (const arg of process.argv.slice(2)) page({ arg, env: process.env });';
    expect(await collect(readPagesFromProcess(writeScript(text), ['a', 'b'], timeout))).toEqual([
      { arg: 'a', env: {} },
      { arg: 'b', env: {} },
    ]);
  });

  test('throws with standard error when the script fails', async () => {
    const pages = readPagesFromProcess(
      writeScript("page(1); throw new Error('no more');"),
      [],
      timeout,
    );
    await expect(collect(pages)).rejects.toThrow(/ended with 1\.[\s\S]*no more/);
  });

  test('throws when the process is killed in the middle of a page', async () => {
    const text =
      'process.stdout.write(\'{"half":\', () => process.kill(process.pid, "SIGKILL")); setInterval(() => {}, 1e6);';
    await expect(collect(readPagesFromProcess(writeScript(text), [], timeout))).rejects.toThrow();
  });

  test('kills the process after the timeout', async () => {
    const pages = readPagesFromProcess(writeScript('setInterval(() => {}, 1e6);'), [], 200);
    await expect(collect(pages)).rejects.toThrow('ended with SIGKILL');
  });

  test('kills the process when the consumer stops early', async () => {
    const text = 'page(process.pid); setInterval(() => {}, 1e6);';
    const pages = readPagesFromProcess<number>(writeScript(text), [], timeout);
    const { value: pid } = await pages.next();
    await pages.return(undefined);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
