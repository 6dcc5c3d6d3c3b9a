import { expect, test } from 'vitest';
import { ChunkFailure, loadChunk, mayReload, noteReload } from './chunk-failure.ts';

/** Storage as a tab has it. */
function tabStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a failed part is a chunk failure with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const failure = await loadChunk(() => Promise.reject(cause)).catch((error) => error);
  expect(failure).toBeInstanceOf(ChunkFailure);
  expect(failure.cause).toBe(cause);
});

test('a part that loads is handed on', async () => {
  await expect(loadChunk(async () => 'part')).resolves.toBe('part');
});

test('a version is loaded again once, and a newer one once more', () => {
  const storage = tabStorage();
  expect(mayReload(storage, true, 'v1')).toBe(true);
  noteReload(storage, 'v1');
  expect(mayReload(storage, true, 'v1')).toBe(false);
  expect(mayReload(storage, true, 'v2')).toBe(true);
});

test('two versions that take turns do not loop', () => {
  const storage = tabStorage();
  noteReload(storage, 'v1');
  noteReload(storage, 'v2');
  expect(mayReload(storage, true, 'v1')).toBe(false);
  expect(mayReload(storage, true, 'v2')).toBe(false);
});

test('nothing is loaded again while offline', () => {
  expect(mayReload(tabStorage(), false, 'v1')).toBe(false);
});
