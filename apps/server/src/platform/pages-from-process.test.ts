import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { pagesFromProcess } from './pages-from-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

let scripts = 0;
/** A script, made of its text. */
function script(text: string): URL {
  scripts += 1;
  const file = join(folder, `${scripts}.mjs`);
  writeFileSync(file, `const page = (one) => console.log(JSON.stringify(one));\n${text}`);
  return pathToFileURL(file);
}

async function take(pages: AsyncIterable<unknown>): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const page of pages) taken.push(page);
  return taken;
}

const patience = 20_000;

describe('pages from a process', () => {
  test('come in order, made of what the process was told and of nothing else', async () => {
    const text = 'for (const one of process.argv.slice(2)) page({ one, env: process.env });';
    expect(await take(pagesFromProcess(script(text), ['a', 'b'], patience))).toEqual([
      { one: 'a', env: {} },
      { one: 'b', env: {} },
    ]);
  });

  test('of a process that fails end with its complaint', async () => {
    const pages = pagesFromProcess(script("page(1); throw new Error('no more');"), [], patience);
    await expect(take(pages)).rejects.toThrow(/ended with 1\.[\s\S]*no more/);
  });

  test('of a process that is killed in the middle of one end with an error', async () => {
    const text =
      'process.stdout.write(\'{"half":\', () => process.kill(process.pid, "SIGKILL")); setInterval(() => {}, 1e6);';
    await expect(take(pagesFromProcess(script(text), [], patience))).rejects.toThrow();
  });

  test('that never come are given up', async () => {
    const pages = pagesFromProcess(script('setInterval(() => {}, 1e6);'), [], 200);
    await expect(take(pages)).rejects.toThrow('ended with SIGKILL');
  });

  test('that nobody wants any more end their process', async () => {
    const text = 'page(process.pid); setInterval(() => {}, 1e6);';
    const pages = pagesFromProcess<number>(script(text), [], patience);
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
