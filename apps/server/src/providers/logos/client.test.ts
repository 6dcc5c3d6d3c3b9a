import type { LookupAddress, lookup } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogoSource } from './client.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const webp = Buffer.from('524946462400000057454250565038', 'hex');

let host: Server | undefined;
afterEach(() => {
  host?.closeAllConnections();
  host?.close();
});

/** A host of logos, and what is to be had from it at its own address. */
async function hostThat(answers: RequestListener) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answers(request, response);
  });
  host = server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = createLogoSource({ ownOrigin: origin, timeout: 300 });
  return { origin, fetch: (path = '/a.png') => source.fetch(origin + path), asked: () => asked };
}

describe('A logo', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('of type %s is one by its first bytes, whatever it is called', async (type, bytes) => {
    const { fetch } = await hostThat((_request, response) => {
      response.setHeader('content-type', 'text/html').end(bytes);
    });
    expect(await fetch()).toEqual({ type, bytes });
  });

  test.each<[string, RequestListener]>([
    [
      'is called a picture and is none',
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
    ['is not there', (_, response) => void response.writeHead(404).end(png)],
    ['fails', (_, response) => void response.writeHead(500).end(png)],
    [
      'is broken off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write(png);
        setImmediate(() => response.destroy());
      },
    ],
  ])('that %s is none', async (_what, answers) => {
    expect(await (await hostThat(answers)).fetch()).toBeNull();
  });

  test('that leads elsewhere is not followed', async () => {
    const { fetch, asked } = await hostThat((request, response) => {
      if (request.url === '/b.png') response.end(png);
      else response.writeHead(302, { location: '/b.png' }).end();
    });
    expect(await fetch()).toBeNull();
    expect(asked()).toBe(1);
  });

  test('that is huge is given up as soon as that is known', async () => {
    let sent = 0;
    const { fetch } = await hostThat((_request, response) => {
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
    ['never answers', () => {}],
    ['never ends', (_, response) => void response.write(png)],
  ])('that %s is given up in time', async (_what, answers) => {
    expect(await (await hostThat(answers)).fetch()).toBeNull();
  });
});

describe('No logo is fetched', () => {
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
  ])('from %s', async (address) => {
    let asked = 0;
    const resolve = ((_name: string, _options: object, done: (error: Error) => void) => {
      asked += 1;
      done(new Error('asked'));
    }) as unknown as typeof lookup;
    const source = createLogoSource({ ownOrigin: null, timeout: 300, resolve });
    expect(await source.fetch(address)).toBeNull();
    expect(asked).toBe(0);
  });

  test.each([
    ['one of our own network', ['10.0.0.7']],
    ['one of them', ['8.8.8.8', '127.0.0.1']],
    ['none', []],
  ])('from a name whose address is %s', async (_what, addresses) => {
    // The name leads to a host that would answer: that nothing is asked of it is what counts.
    const { asked, origin } = await hostThat((_request, response) => void response.end(png));
    const resolve = ((
      _name: string,
      _options: object,
      done: (error: null, found: LookupAddress[]) => void,
    ) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup;
    const source = createLogoSource({ ownOrigin: null, timeout: 300, resolve });
    expect(await source.fetch('https://logos.example/a.png')).toBeNull();
    expect(await source.fetch(`${origin}/a.png`)).toBeNull();
    expect(asked()).toBe(0);
  });
});
