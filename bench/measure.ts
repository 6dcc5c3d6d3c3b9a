/** The value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Times `work` one call at a time, in milliseconds, after a warm-up. */
export async function timeEach(times: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < times / 5; warm += 1) await work();
  const samples: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    await work();
    samples.push(performance.now() - start);
  }
  return samples;
}

/** How often per second `work` gets done by `lanes` at once within the time given. */
export async function ratePerSecond(
  lanes: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return done / seconds;
}
