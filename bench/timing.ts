/** The value below which a share of the samples lies, for example 0.5 for the median. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Makes `count` sequential calls after a warm-up of a fifth as many. Returns their durations in milliseconds. */
export async function timeCalls(count: number, call: () => Promise<unknown>): Promise<number[]> {
  for (let warmUp = 0; warmUp < count / 5; warmUp += 1) await call();
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await call();
    samples.push(performance.now() - startedAt);
  }
  return samples;
}

/** Returns how many calls per second complete when `concurrency` loops make them for some seconds. */
export async function callsPerSecond(
  concurrency: number,
  seconds: number,
  call: () => Promise<unknown>,
): Promise<number> {
  const deadline = performance.now() + seconds * 1000;
  let completed = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < deadline) {
        await call();
        completed += 1;
      }
    }),
  );
  return completed / seconds;
}
