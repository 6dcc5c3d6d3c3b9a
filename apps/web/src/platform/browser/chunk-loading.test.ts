import { expect, test } from 'vitest';
import { ChunkLoadError, canReload, loadChunk, recordReload } from './chunk-loading.ts';

/** An in-memory session storage. */
function tabStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a chunk that fails to load rejects with a ChunkLoadError that contains the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const rejection = await loadChunk(() => Promise.reject(cause)).catch((error) => error);
  expect(rejection).toBeInstanceOf(ChunkLoadError);
  expect(rejection.cause).toBe(cause);
});

test('loadChunk resolves with the chunk', async () => {
  await expect(loadChunk(async () => 'chunk')).resolves.toBe('chunk');
});

test('the page reloads at most once per version', () => {
  const storage = tabStorage();
  expect(canReload(storage, true, 'v1')).toBe(true);
  recordReload(storage, 'v1');
  expect(canReload(storage, true, 'v1')).toBe(false);
  expect(canReload(storage, true, 'v2')).toBe(true);
});

test('alternating between two versions does not cause a reload loop', () => {
  const storage = tabStorage();
  recordReload(storage, 'v1');
  recordReload(storage, 'v2');
  expect(canReload(storage, true, 'v1')).toBe(false);
  expect(canReload(storage, true, 'v2')).toBe(false);
});

test('the page does not reload while offline', () => {
  expect(canReload(tabStorage(), false, 'v1')).toBe(false);
});
