import type { LookupAddress, lookup } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogoFetcher } from './client.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const webp = Buffer.from('524946462400000057454250565038', 'hex');

let host: Server | undefined;
afterEach(() => {
  host?.closeAllConnections();
  host?.close();
});

/** Starts a logo host, and a fetcher that trusts it. */
async function startHost(listener: RequestListener) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  host = server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = createLogoFetcher({ ownOrigin: origin, timeout: 300 });
  return {
    origin,
    fetch: (path = '/a.png') => source.fetch(origin + path),
    requestCount: () => requests,
  };
}

describe('a logo', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])(
    'of type %s is detected by its first bytes, regardless of its content type',
    async (type, bytes) => {
      const { fetch } = await startHost((_request, response) => {
        response.setHeader('content-type', 'text/html').end(bytes);
      });
      expect(await fetch()).toEqual({ type, bytes });
    },
  );

  test.each<[string, RequestListener]>([
    [
      'is HTML with an image content type',
      (_, response) =>
        void response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>'),
    ],
    [
      'is an SVG',
      (_, response) =>
        void response
          .setHeader('content-type', 'image/svg+xml')
          .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['is empty', (_, response) => void response.end()],
    ['does not exist', (_, response) => void response.writeHead(404).end(png)],
    ['is a server error', (_, response) => void response.writeHead(500).end(png)],
    [
      'is interrupted',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write(png);
        setImmediate(() => response.destroy());
      },
    ],
  ])('that %s is null', async (_failure, listener) => {
    expect(await (await startHost(listener)).fetch()).toBeNull();
  });

  test('that redirects is not followed', async () => {
    const { fetch, requestCount } = await startHost((request, response) => {
      if (request.url === '/b.png') response.end(png);
      else response.writeHead(302, { location: '/b.png' }).end();
    });
    expect(await fetch()).toBeNull();
    expect(requestCount()).toBe(1);
  });

  test('that is too large is aborted early', async () => {
    let sent = 0;
    const { fetch } = await startHost((_request, response) => {
      response.write(png);
      const send = () => {
        while (!response.destroyed) {
          sent += 16_384;
          if (!response.write(Buffer.alloc(16_384))) return;
        }
      };
      response.on('drain', send);
      send();
    });
    expect(await fetch()).toBeNull();
    expect(sent).toBeLessThan(20_000_000);
  });

  test.each<[string, RequestListener]>([
    ['never responds', () => {}],
    ['never ends', (_, response) => void response.write(png)],
  ])('that %s times out', async (_failure, listener) => {
    expect(await (await startHost(listener)).fetch()).toBeNull();
  });
});

describe('no logo is fetched', () => {
  test.each([
    'http://logos.example/a.png',
    'ftp://logos.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    'https://logos.example:8443/a.png',
    'https://user:secret@logos.example/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://169.254.169.254/latest/meta-data',
    'not an address',
  ])('from %s', async (url) => {
    let requests = 0;
    const resolve = ((_name: string, _options: object, done: (error: Error) => void) => {
      requests += 1;
      done(new Error('looked up'));
    }) as unknown as typeof lookup;
    const source = createLogoFetcher({ ownOrigin: null, timeout: 300, resolve });
    expect(await source.fetch(url)).toBeNull();
    expect(requests).toBe(0);
  });

  test.each([
    ['in a private network', ['10.0.0.7']],
    ['partly local', ['8.8.8.8', '127.0.0.1']],
    ['missing', []],
  ])('from a hostname whose address is %s', async (_kind, addresses) => {
    // The host would respond, so a request count of zero proves that it was not contacted.
    const { requestCount, origin } = await startHost(
      (_request, response) => void response.end(png),
    );
    const resolve = ((
      _name: string,
      _options: object,
      done: (error: null, addresses: LookupAddress[]) => void,
    ) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup;
    const source = createLogoFetcher({ ownOrigin: null, timeout: 300, resolve });
    expect(await source.fetch('https://logos.example/a.png')).toBeNull();
    expect(await source.fetch(`${origin}/a.png`)).toBeNull();
    expect(requestCount()).toBe(0);
  });
});
