import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { signUpPaid } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../../tests/support/user-rows.ts';
import { createLogoSource } from '../../providers/logos/client.ts';
import { dropLogosBeyond } from './logos.queries.ts';
import { logoShower } from './show-logo.ts';

const day = 86_400_000;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let now = Date.parse('2026-05-15T12:00:00Z');
let server: TestServer;
let host: Server;
let origin: string;
let answers: RequestListener;
let asked: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  host = createServer((request, response) => {
    asked.push(request.url ?? '');
    answers(request, response);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  await askDatabase(server, 'delete from logos');
});
afterEach(() => host.closeAllConnections());
afterAll(async () => {
  host.close();
  await server.stop();
});

const digestOf = (url: string) => createHash('sha256').update(url).digest('hex');

/** An address that some row carries. */
async function known(path: string): Promise<string> {
  const url = origin + path;
  await askDatabase(server, 'insert into logos (digest, url) values ($1, $2)', [
    Buffer.from(digestOf(url), 'hex'),
    url,
  ]);
  return digestOf(url);
}

/** Logos from our own host, at a time of the test's choosing; each one is a process of its own. */
function shower() {
  const show = logoShower({
    ...server.services,
    clock: { now: () => new Date(now) },
    logos: createLogoSource({ ownOrigin: origin, timeout: 3_000 }),
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

const shown = {
  status: 200,
  'content-type': 'image/png',
  'cache-control': 'private, max-age=86400',
  bytes: png,
};
const nothing = { status: 204, bytes: null };

describe('GET /logos/:digest', () => {
  test('a bank’s rows lead to logos on our own origin, which need no token', async () => {
    const client = await signUpPaid(server);
    await client.link({ username: 'user_good', password: 'pass_good' });
    const { transactions } = await client.reply('POST /user/transactions/v2', { body: {} });
    const paths = transactions.flatMap(({ logo_url }) => logo_url ?? []);
    expect(paths.length).toBeGreaterThan(3);
    const [path = ''] = paths;
    expect(path).toMatch(/^\/api\/logos\/[0-9a-f]{64}$/);
    const answer = await fetch(server.url + path);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('what no row carries is not there, and nobody is asked for it', async () => {
    answers = (_request, response) => response.end(png);
    for (const digest of [
      digestOf(`${origin}/made-up.png`),
      'nothing',
      `${origin}/a.png`,
      '%2e%2e',
    ])
      expect((await fetch(`${server.url}/api/logos/${encodeURIComponent(digest)}`)).status).toBe(
        404,
      );
    expect(asked).toEqual([]);
  });

  test('a logo is fetched once, for however many want it, and kept for a month', async () => {
    answers = (_request, response) => response.end(png);
    const digest = await known('/kept.png');
    const show = shower();
    expect(await Promise.all([show(digest), show(digest), show(digest)])).toEqual([
      shown,
      shown,
      shown,
    ]);
    now += 29 * day;
    expect(await shower()(digest)).toEqual(shown);
    expect(asked).toEqual(['/kept.png']);
    // Too old: it is shown all the same, and looked for anew. What is gone meanwhile stays ours.
    now += 2 * day;
    answers = (_request, response) => response.writeHead(404).end();
    expect(await show(digest)).toEqual(shown);
    await eventually(async () => asked.length === 2, 'it is asked for again');
    await eventually(async () => {
      const [row] = await askDatabase<{ asked_at: Date }>(server, 'select asked_at from logos');
      return row?.asked_at.getTime() === now;
    }, 'what came of it is kept');
    expect(await shower()(digest)).toEqual(shown);
  });

  test('one that cannot be had is not asked for again within the hour', async () => {
    answers = (_request, response) => response.writeHead(500).end();
    const digest = await known('/broken.png');
    expect(await shower()(digest)).toEqual(nothing);
    now += 50 * 60_000;
    expect(await shower()(digest)).toEqual(nothing);
    expect(asked.filter((path) => path === '/broken.png')).toHaveLength(1);
    answers = (_request, response) => response.end(png);
    now += 20 * 60_000;
    expect(await shower()(digest)).toEqual(shown);
  });

  test('a slow one holds no page up, and is there the next time', async () => {
    let finish: () => void = () => {};
    answers = (_request, response) => {
      finish = () => response.end(png);
    };
    const digest = await known('/slow.png');
    const show = shower();
    expect(await show(digest)).toEqual(nothing);
    finish();
    await eventually(async () => (await show(digest)).status === 200, 'it came in the end');
    expect(asked).toHaveLength(1);
  });

  test('while many are slow, others are not asked for at all', async () => {
    answers = () => {};
    const show = shower();
    const digests = await Promise.all(Array.from({ length: 20 }, (_, at) => known(`/${at}.png`)));
    expect(await Promise.all(digests.map(show))).toEqual(digests.map(() => nothing));
    expect(asked).toHaveLength(8);
  });

  test('the oldest pictures give way when all together are too large', async () => {
    answers = (_request, response) => response.end(Buffer.concat([png, Buffer.alloc(1_000)]));
    const show = shower();
    const digests = [];
    for (const path of ['/1.png', '/2.png', '/3.png']) {
      const digest = await known(path);
      digests.push(digest);
      now += 1_000;
      await show(digest);
    }
    await dropLogosBeyond(server.services.database, 2_500);
    const rows = await askDatabase<{ url: string }>(
      server,
      'select url from logos where picture is not null order by url',
    );
    expect(rows.map(({ url }) => url)).toEqual([`${origin}/2.png`, `${origin}/3.png`]);
    expect(await show(digests[0] ?? '')).toMatchObject({ status: 200 });
  });
});
