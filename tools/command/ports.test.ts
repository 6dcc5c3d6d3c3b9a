import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { portProblems, wantedPorts } from './ports.mjs';

let taken: Server;
let port: number;
/** What nothing listens on: any fixed number may be a port of somebody else's connection. */
let free: { readonly PORT: string; readonly SANDBOX_PORT: string; readonly SMTP_PORT: string };

beforeEach(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const [app, sandbox, smtp] = await Promise.all([freePort(), freePort(), freePort()]);
  free = { PORT: String(app), SANDBOX_PORT: String(sandbox), SMTP_PORT: String(smtp) };
});

afterEach(() => new Promise((resolve) => taken.close(resolve)));

const problemsWith = (environment: Record<string, string>) =>
  portProblems(wantedPorts(environment, true), { ...free, ...environment }, 'start');

describe('before anything slow is started', () => {
  test('a port that is taken is named with its variable and a free one', async () => {
    const [problem, ...others] = await problemsWith({ SMTP_PORT: String(port) });
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^Port ${port} is taken.* SMTP_PORT=\\d+ npm start$`));
    expect(problem).not.toContain(`SMTP_PORT=${port} `);
  });

  test('a port that is no number is refused', async () => {
    expect(await problemsWith({ PORT: 'abc' })).toEqual([
      "PORT must be a port number (1 to 65535), not 'abc'.",
    ]);
  });

  test('a port that browsers refuse is refused, but not for mail', async () => {
    expect(await problemsWith({ PORT: '4190' })).toEqual([
      'Browsers refuse to open port 4190. Give PORT another number.',
    ]);
    expect(await problemsWith({ SMTP_PORT: '4190' })).toEqual([]);
  });

  test('the same port twice is refused', async () => {
    const sandbox = free.SANDBOX_PORT;
    expect(await problemsWith({ PORT: sandbox })).toEqual([
      `SANDBOX_PORT and PORT are both ${sandbox}. Give SANDBOX_PORT another number.`,
    ]);
  });

  test("the sandbox's ports don't matter when it does not run", () => {
    expect(wantedPorts({}, false).map(({ variable }) => variable)).toEqual(['PORT']);
  });
});
