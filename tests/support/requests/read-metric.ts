import type { TestServer } from '../processes/test-server.ts';

/** Returns the value of a metric with these labels, 0 if there is none. */
export async function readMetric(
  { services }: Pick<TestServer, 'services'>,
  name: string,
  labels: Record<string, string> = {},
): Promise<number> {
  const text = await services.metrics.render();
  const line = text
    .split('\n')
    .find(
      (candidate) =>
        new RegExp(`^${name}[ {]`).test(candidate) &&
        Object.entries(labels).every(([label, value]) => candidate.includes(`${label}="${value}"`)),
    );
  return Number(line?.split(' ').at(-1) ?? 0);
}
