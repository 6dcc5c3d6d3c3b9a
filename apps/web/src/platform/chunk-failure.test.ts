import { expect, test } from 'vitest';
import { ChunkFailure, loadChunk, mayReload, noteReload } from './chunk-failure.ts';

/** An in-memory session storage. */
function tabStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a chunk that fails to load rejects with a ChunkLoadError that has the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const rejection = await loadChunk(() => Promise.reject(cause)).catch((error) => error);
  expect(rejection).toBeInstanceOf(ChunkFailure);
  expect(rejection.cause).toBe(cause);
});

test('loadChunk resolves with the chunk', async () => {
  await expect(loadChunk(async () => 'chunk')).resolves.toBe('chunk');
});

test('each version reloads once', () => {
  const storage = tabStorage();
  expect(mayReload(storage, true, 'v1')).toBe(true);
  noteReload(storage, 'v1');
  expect(mayReload(storage, true, 'v1')).toBe(false);
  expect(mayReload(storage, true, 'v2')).toBe(true);
});

test('alternating between two versions does not cause a reload loop', () => {
  const storage = tabStorage();
  noteReload(storage, 'v1');
  noteReload(storage, 'v2');
  expect(mayReload(storage, true, 'v1')).toBe(false);
  expect(mayReload(storage, true, 'v2')).toBe(false);
});

test('the page does not reload while offline', () => {
  expect(mayReload(tabStorage(), false, 'v1')).toBe(false);
});
