import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { signUpPaid } from '../../../../../../tests/support/requests/test-client.ts';
import { createLogoFetcher } from '../../../providers/logos/client.ts';
import { pruneLogos } from './logos.queries.ts';
import { createLogoHandler } from './show-logo.ts';

const day = 86_400_000;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let now = Date.parse('2026-05-15T12:00:00Z');
let server: TestServer;
let host: Server;
let origin: string;
let respond: RequestListener;
let requestedPaths: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  host = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  requestedPaths = [];
  await queryDatabase(server, 'delete from logos');
});
afterEach(() => host.closeAllConnections());
afterAll(async () => {
  host.close();
  await server.stop();
});

const digestOf = (url: string) => createHash('sha256').update(url).digest('hex');

/** Stores a logo URL as a sync would. Returns its digest. */
async function storeLogo(path: string): Promise<string> {
  const url = origin + path;
  await queryDatabase(server, 'insert into logos (digest, url) values ($1, $2)', [
    Buffer.from(digestOf(url), 'hex'),
    url,
  ]);
  return digestOf(url);
}

/** Creates a logo handler with the test's clock and host. Each handler simulates a separate process. */
function newHandler() {
  const show = createLogoHandler({
    ...server.services,
    clock: { now: () => new Date(now) },
    logos: createLogoFetcher({ ownOrigin: origin, timeout: 3_000 }),
  });
  return async (digest: string) => {
    const sent: { status: number; [header: string]: unknown } = { status: 200 };
    const reply = {
      code: (status: number) => Object.assign(sent, { status }),
      header: (name: string, value: string) => Object.assign(sent, { [name]: value }),
    };
    const bytes = await show(digest, reply as unknown as Parameters<typeof show>[1]);
    return Object.assign(sent, { bytes });
  };
}

const logoResponse = {
  status: 200,
  'content-type': 'image/png',
  'cache-control': 'private, max-age=86400',
  bytes: png,
};
const noLogoResponse = { status: 204, bytes: null };

describe('GET /logos/:digest', () => {
  test('transactions link to logos on the API origin, which need no token', async () => {
    const client = await signUpPaid(server);
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const { transactions } = await client.request('POST /user/transactions/v2', { body: {} });
    const paths = transactions.flatMap(({ logo_url }) => logo_url ?? []);
    expect(paths.length).toBeGreaterThan(3);
    const [path = ''] = paths;
    const { recurring } = await client.request('POST /user/plaid/recurring_txs');
    const streamLogos = recurring.flatMap(({ logo_url }) => logo_url ?? []);
    expect(streamLogos.length).toBeGreaterThan(3);
    const { tx } = await client.request('GET /user/recurringtx/:id', {
      params: { id: recurring.find(({ logo_url }) => logo_url !== null)?.stream_id ?? '' },
    });
    expect(streamLogos).toContain(tx.logo_url);
    expect(path).toMatch(/^\/api\/logos\/[0-9a-f]{64}$/);
    const response = await fetch(server.url + path);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('the digest of an unknown URL returns 404, and nothing is fetched', async () => {
    respond = (_request, response) => response.end(png);
    for (const digest of [
      digestOf(`${origin}/made-up.png`),
      'nothing',
      `${origin}/a.png`,
      '%2e%2e',
    ])
      expect((await fetch(`${server.url}/api/logos/${encodeURIComponent(digest)}`)).status).toBe(
        404,
      );
    expect(requestedPaths).toEqual([]);
  });

  test('a logo is fetched once for concurrent requests and cached for a month', async () => {
    respond = (_request, response) => response.end(png);
    const digest = await storeLogo('/kept.png');
    const show = newHandler();
    expect(await Promise.all([show(digest), show(digest), show(digest)])).toEqual([
      logoResponse,
      logoResponse,
      logoResponse,
    ]);
    now += 29 * day;
    expect(await newHandler()(digest)).toEqual(logoResponse);
    expect(requestedPaths).toEqual(['/kept.png']);
    // An expired logo is still served while it is refetched, and kept if the refetch fails.
    now += 2 * day;
    respond = (_request, response) => response.writeHead(404).end();
    expect(await show(digest)).toEqual(logoResponse);
    await eventually(async () => requestedPaths.length === 2, 'the logo is fetched again');
    await eventually(async () => {
      const [row] = await queryDatabase<{ fetched_at: Date }>(
        server,
        'select fetched_at from logos',
      );
      return row?.fetched_at.getTime() === now;
    }, 'the fetch is stored');
    expect(await newHandler()(digest)).toEqual(logoResponse);
  });

  test('a failed fetch is not retried within an hour', async () => {
    respond = (_request, response) => response.writeHead(500).end();
    const digest = await storeLogo('/broken.png');
    expect(await newHandler()(digest)).toEqual(noLogoResponse);
    now += 50 * 60_000;
    expect(await newHandler()(digest)).toEqual(noLogoResponse);
    expect(requestedPaths.filter((path) => path === '/broken.png')).toHaveLength(1);
    respond = (_request, response) => response.end(png);
    now += 20 * 60_000;
    expect(await newHandler()(digest)).toEqual(logoResponse);
  });

  test('a slow fetch does not delay the response, and its result serves a later request', async () => {
    let finish: () => void = () => {};
    respond = (_request, response) => {
      finish = () => response.end(png);
    };
    const digest = await storeLogo('/slow.png');
    const show = newHandler();
    expect(await show(digest)).toEqual(noLogoResponse);
    finish();
    await eventually(async () => (await show(digest)).status === 200, 'the logo is available');
    expect(requestedPaths).toHaveLength(1);
  });

  test('fetches beyond the concurrency limit are skipped', async () => {
    respond = () => {};
    const show = newHandler();
    const digests = await Promise.all(
      Array.from({ length: 20 }, (_, at) => storeLogo(`/${at}.png`)),
    );
    expect(await Promise.all(digests.map(show))).toEqual(digests.map(() => noLogoResponse));
    expect(requestedPaths).toHaveLength(8);
  });

  test('the least recently fetched pictures are deleted beyond the storage limit', async () => {
    respond = (_request, response) => response.end(Buffer.concat([png, Buffer.alloc(1_000)]));
    const show = newHandler();
    const digests: string[] = [];
    for (const path of ['/1.png', '/2.png', '/3.png']) {
      const digest = await storeLogo(path);
      digests.push(digest);
      now += 1_000;
      await eventually(async () => (await show(digest)).status === 200, `${path} is fetched`);
    }
    await pruneLogos(server.services.database, 2_500);
    const rows = await queryDatabase<{ url: string }>(
      server,
      'select url from logos where picture is not null order by url',
    );
    expect(rows.map(({ url }) => url)).toEqual([`${origin}/2.png`, `${origin}/3.png`]);
    await eventually(
      async () => (await show(digests[0] ?? '')).status === 200,
      'the deleted picture is fetched again',
    );
  });
});
