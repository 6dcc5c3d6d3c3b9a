/** A part of the app that could not be loaded: most often because a newer version took its place. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';

  constructor(cause: unknown) {
    super('A part of the app did not load', { cause });
  }
}

/** Longest wait for one part, in milliseconds. */
const loadTimeout = 120_000;
const storageKey = 'reloadedFor';

let awaited = 0;

/** Whether a part is being waited for. */
export const isLoadingChunk = (): boolean => awaited > 0;

/** Loads a part of the app; what goes wrong is a {@link ChunkFailure}. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  awaited += 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), loadTimeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkFailure(error);
  } finally {
    awaited -= 1;
    clearTimeout(timer);
  }
}

/** Fetches a part ahead of its use. One that does not load says so when it is used. */
export function preloadChunk(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

/** The running version: the address of the entry script, which carries its content's hash. */
const thisVersion = import.meta.url;

/**
 * Whether a failed part may be answered by loading the page again: once per version in this tab, so
 * it never loops, and not while offline, where it would lose the page.
 */
export function mayReload(
  storage: Pick<Storage, 'getItem'>,
  online: boolean,
  version = thisVersion,
): boolean {
  return online && !reloadedFor(storage).includes(version);
}

/** Notes that this version has had its reload. */
export function noteReload(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  version = thisVersion,
): void {
  storage.setItem(storageKey, [...reloadedFor(storage), version].join(' '));
}

function reloadedFor(storage: Pick<Storage, 'getItem'>): string[] {
  return storage.getItem(storageKey)?.split(' ') ?? [];
}
