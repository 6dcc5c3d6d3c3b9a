import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/product/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { eventually } from '../support/eventually.ts';
import { buildImage, type Image } from '../support/machines/build-image.ts';
import { type AppUnderTest, signUp } from '../support/requests/test-client.ts';

describe('a server with only the files and packages that the Dockerfile puts into the image', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-container-'));
  let image: Image;
  let database: TestDatabase;
  let environment: Record<string, string>;
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    image = buildImage();
    database = await createTestDatabase();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    environment = {
      ...image.environment,
      PATH: process.env.PATH ?? '',
      // The sandbox stands in for providers, which production does not allow.
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DRAIN_SECONDS: '0',
      // Ends with the test.
      PARENT_WATCH: '1',
    };
    server = spawn(process.execPath, image.command.slice(1), {
      cwd: image.workingDirectory,
      env: environment,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    await eventually(async () => {
      if (server.exitCode !== null) throw new Error(`The server exited with ${server.exitCode}`);
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 'the server is ready');
    // npm downloads all packages twice.
  }, 1_200_000);
  afterAll(async () => {
    if (server !== undefined && server.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    await database?.drop();
    image?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }, 600_000);

  test('serves calls, the web app, and the explanation of errors', async () => {
    const client = await signUp({ url } as AppUnderTest);
    expect((await client.call('GET /user/me')).status).toBe(200);
    const [page, errors] = await Promise.all([fetch(url), fetch(`${url}/api/docs/errors`)]);
    expect(await page.text()).toContain('<script');
    expect(errors.status).toBe(200);
  });

  test('is healthy according to the health check, and stops with 0', async () => {
    const [program, ...args] = image.healthCheck;
    expect(program).toBe('node');
    expect(spawnSync(process.execPath, args, { env: environment }).status).toBe(0);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(spawnSync(process.execPath, args, { env: environment }).status).toBe(1);
  });
});
