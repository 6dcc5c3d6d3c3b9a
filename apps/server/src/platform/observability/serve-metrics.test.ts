import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

let server: Awaited<ReturnType<typeof serveMetrics>>;

beforeAll(async () => {
  server = await serveMetrics(createMetrics(), {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'https://money.example',
    allowedHosts: ['metrics.internal'],
  });
});
afterAll(() => server.stop());

/** The status and body of a request with this `Host` header, which `fetch` can't set. */
const requestFor = (host: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const address = { host: '127.0.0.1', port: server.port, headers: { host } };
    get(address, async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode, text });
    }).on('error', reject);
  });

test.each(['localhost:9464', '127.0.0.1:9464', '[::1]:9464', 'metrics.internal', 'money.example'])(
  'the metrics are served to a request for %s',
  async (host) => {
    const { status, text } = await requestFor(host);
    expect(status).toBe(200);
    expect(text).toContain('cairn_sign_ins_total');
  },
);

test.each([
  'attacker.example',
  'attacker.example:9464',
  '10.0.0.7:9464',
  'localhost.attacker.example',
])(
  'the metrics are not served to a request for %s, because it may be DNS rebinding',
  async (host) => {
    const { status, text } = await requestFor(host);
    expect(status).toBe(421);
    expect(text).toContain('ALLOWED_HOSTS');
    expect(text).not.toContain('cairn_');
  },
);
