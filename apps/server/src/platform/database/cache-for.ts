/** Caches the result of `read` for the given time. Concurrent callers share one read. A failed read is not cached. */
export function cacheFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; expiresAt: number } | undefined;
  return () => {
    if (cached !== undefined && performance.now() < cached.expiresAt) return cached.value;
    const entry = { value: read(), expiresAt: performance.now() + milliseconds };
    cached = entry;
    entry.value.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.value;
  };
}
