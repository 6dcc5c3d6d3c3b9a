import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../product/free-port.ts';
import { findPortProblems, portsToListenOn } from './ports.mjs';

let server: Server;
let usedPort: number;
/** Chosen at run time, because another program may use any fixed number. */
let free: { readonly PORT: string; readonly SANDBOX_PORT: string; readonly SMTP_PORT: string };

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  usedPort = typeof address === 'object' && address !== null ? address.port : 0;
  const [app, sandbox, smtp] = await Promise.all([freePort(), freePort(), freePort()]);
  free = { PORT: String(app), SANDBOX_PORT: String(sandbox), SMTP_PORT: String(smtp) };
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const problemsWith = (environment: Record<string, string>) =>
  findPortProblems(portsToListenOn(environment, true), { ...free, ...environment }, 'start');

describe('the port check', () => {
  test('names the variable of a port that is in use, and suggests a free one', async () => {
    const [problem, ...others] = await problemsWith({ SMTP_PORT: String(usedPort) });
    expect(others).toEqual([]);
    expect(problem).toMatch(
      new RegExp(`^Port ${usedPort} is already in use.* SMTP_PORT=\\d+ npm start$`),
    );
    expect(problem).not.toContain(`SMTP_PORT=${usedPort} `);
  });

  test('rejects a port that is not a number', async () => {
    expect(await problemsWith({ PORT: 'abc' })).toEqual([
      "PORT must be a port number (1 to 65535), not 'abc'.",
    ]);
  });

  test('rejects a port that browsers block, except for mail', async () => {
    expect(await problemsWith({ PORT: '4190' })).toEqual([
      'Browsers refuse to open port 4190. Set PORT to another number.',
    ]);
    expect(await problemsWith({ SMTP_PORT: '4190' })).toEqual([]);
  });

  test('rejects one port for two variables', async () => {
    const sandbox = free.SANDBOX_PORT;
    expect(await problemsWith({ PORT: sandbox })).toEqual([
      `SANDBOX_PORT and PORT are both ${sandbox}. Set SANDBOX_PORT to another number.`,
    ]);
  });

  test("ignores the sandbox's ports if the sandbox does not run", () => {
    expect(portsToListenOn({}, false).map(({ variable }) => variable)).toEqual(['PORT']);
  });
});
