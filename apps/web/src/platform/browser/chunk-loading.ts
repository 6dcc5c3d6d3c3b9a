/** A chunk of the app that could not be loaded, usually because a new version was deployed. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(cause: unknown) {
    super('A chunk of the app did not load', { cause });
  }
}

/** Milliseconds. */
const loadTimeout = 120_000;
const storageKey = 'reloadedFor';

let loadingCount = 0;

/** True while a chunk is loading. */
export const isLoadingChunk = (): boolean => loadingCount > 0;

/** Loads a chunk of the app. Throws {@link ChunkLoadError}. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  loadingCount += 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The chunk did not load in time')), loadTimeout);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    throw new ChunkLoadError(error);
  } finally {
    loadingCount -= 1;
    clearTimeout(timer);
  }
}

/** Fetches a chunk before it is used. Errors are ignored: they surface when the chunk is used. */
export function preloadChunk(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

/** The running version: the URL of the entry script, which contains its content hash. */
const currentVersion = import.meta.url;

/**
 * True if the page may reload after a chunk failed to load: once per version and tab, so that it
 * never loops, and only online, because an offline reload would lose the page.
 */
export function canReload(
  storage: Pick<Storage, 'getItem'>,
  online: boolean,
  version = currentVersion,
): boolean {
  return online && !reloadedVersions(storage).includes(version);
}

/** Records that this version has been reloaded. */
export function recordReload(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  version = currentVersion,
): void {
  storage.setItem(storageKey, [...reloadedVersions(storage), version].join(' '));
}

function reloadedVersions(storage: Pick<Storage, 'getItem'>): string[] {
  return storage.getItem(storageKey)?.split(' ') ?? [];
}
