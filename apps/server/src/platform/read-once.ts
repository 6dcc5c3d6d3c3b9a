/**
 * Reads something that is the same for everyone at most once in so many milliseconds, however many ask:
 * who asks meanwhile gets what was read, or waits for the same reading. A failure is kept for nobody.
 */
export function readOncePer<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let last: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.value;
    const reading = { value: read(), until: performance.now() + milliseconds };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = undefined;
    });
    return reading.value;
  };
}
