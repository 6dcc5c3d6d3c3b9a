import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createBreachChecker } from './client.ts';

const password = 'password';
/** The SHA-1 hash of the password: the five digits that are sent to the service, and the remaining ones. */
const [prefix, suffix] = ['5BAA6', '1E4C9B93F3F0682250B6CF8331B7EE68FD8'];

let service: Server;
afterEach(() => {
  service.closeAllConnections();
  service.close();
});

async function start(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  service = createServer(respond);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo; // It listens on a port.
  return createBreachChecker({ baseUrl: `http://127.0.0.1:${port}` });
}

test('a leaked password is found by the first five digits of its hash, with padding', async () => {
  const requests: unknown[] = [];
  const checker = await start(({ method, url, headers }, response) => {
    requests.push([method, url, headers['add-padding']]);
    response.end(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${suffix}:52256179\r\n`);
  });
  expect(await checker.isBreached(password)).toBe(true);
  expect(await checker.isBreached('velvet tractor hums')).toBe(false);
  expect(requests[0]).toEqual(['GET', `/range/${prefix}`, 'true']);
  expect(JSON.stringify(requests)).not.toContain(suffix.slice(0, 5));
});

test('padding is not a leak', async () => {
  const checker = await start((_, response) => response.end(`${suffix}:0\r\n`));
  expect(await checker.isBreached(password)).toBe(false);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['an error', (response) => response.writeHead(503).end()],
  ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['no response within a second', () => {}],
])('after %s, the check fails instead of reporting a password as safe', async (_, respond) => {
  const checker = await start((_request, response) => respond(response));
  const before = performance.now();
  await expect(checker.isBreached(password)).rejects.toThrow();
  expect(performance.now() - before).toBeLessThan(5_000);
});
