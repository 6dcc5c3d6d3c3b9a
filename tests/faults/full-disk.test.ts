import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallKey, calls } from '@cairn/contract/calls';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { openEmbeddedDatabase } from '../../tools/database/open-database.ts';
import { readPidFile } from '../../tools/database/postmaster.ts';
import { eventually } from '../support/eventually.ts';
import {
  findDescendant,
  type ProductProcess,
  startProductProcess,
} from '../support/processes/product-process.ts';
import {
  type AppUnderTest,
  signUp,
  TestClient,
  testPassword,
} from '../support/requests/test-client.ts';

const MB = 1_000_000;

let folder: string;
let disk: string;
let dataDir: string;

/** Mounts a small disk. Needs root. Returns the reason if that is not possible. */
function mountDisk(): string | null {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-full-disk-'));
  chmodSync(folder, 0o711);
  disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500m,mode=0711', 'tmpfs', disk], {
      stdio: 'pipe',
    });
    return null;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return String(error);
  }
}

const skipReason = process.platform === 'linux' ? mountDisk() : 'only Linux can mount a small disk';

/** All calls that only read and have no parameters, except for the event stream and the export, which is recorded. */
const readCalls = (Object.keys(calls) as CallKey[]).filter(
  (key) =>
    /^GET \/(user|cb|config)/.test(key) &&
    !key.includes(':') &&
    !['GET /user/events', 'GET /user/export'].includes(key),
);

/** As many failures as usually stop Cairn (`maxFailures` in keep-running.ts). */
const failureCount = 5;

const logLimits = { LOG_FILE_MB: '1', LOG_FILES: '3' };

const reserve = () => join(dataDir, 'disk-reserve');

/** Fills the disk to the last byte. */
function fillDisk(): void {
  const { bavail, bsize } = statfsSync(disk);
  const chunk = Buffer.alloc(MB);
  try {
    for (let left = bavail * bsize; left > -MB; left -= MB)
      writeFileSync(join(disk, 'filler'), chunk, { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
  expect(statfsSync(disk).bavail).toBe(0);
}

const freeDisk = () => rmSync(join(disk, 'filler'));

/** Gives the user a subscription, without which most reads are denied. */
async function subscribe(): Promise<void> {
  const { url, close } = await openEmbeddedDatabase(dataDir, () => {});
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query("update users set paid_until = 'infinity' where email = 'dana@example.com'");
  await database.end();
  await close();
}

describe.skipIf(skipReason !== null)(
  `a full disk with the default install${skipReason === null ? '' : ` (skipped: ${skipReason})`}`,
  () => {
    let product: ProductProcess;
    let client: TestClient;

    beforeAll(async () => {
      dataDir = join(disk, 'data');
      product = await startProductProcess(dataDir, logLimits);
      client = await signUp({ url: product.url } as AppUnderTest, 'dana@example.com');
      await subscribe();
      await eventually(() => existsSync(reserve()), 'space is reserved');
    });

    beforeEach(() => {
      onTestFailed(() => console.error(product.output()));
    });

    afterAll(async () => {
      await product?.stop();
      execFileSync('umount', ['-l', disk]);
      rmSync(folder, { recursive: true, force: true });
    });

    const serverPid = () => findDescendant(product.pid, 'apps/server/src/main.ts');
    const postmasterPid = () => readPidFile(join(dataDir, 'postgres'))?.pid ?? 0;
    const write = () =>
      client.call('POST /signup', {
        body: { email: `${randomUUID()}@example.com`, password: testPassword },
      });

    const restarts = () => product.output().split('Restarting the database').length - 1;

    /** Kills PostgreSQL's main process, and waits for the restart, because its other processes still respond for a moment. */
    async function killDatabase(): Promise<void> {
      const count = restarts();
      process.kill(postmasterPid(), 'SIGKILL');
      await eventually(() => restarts() === count + 1, 'the database is restarted');
    }

    async function expectRejectedWrites(): Promise<void> {
      const rejected = await eventually(async () => {
        const response = await write();
        return response.status === 503 ? response : undefined;
      }, 'changes are rejected');
      expect(rejected.problem.code).toBe('unavailable');
      expect(rejected.problem.detail).toContain("Changes can't be saved right now");
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }

    const expectAcceptedWrites = () =>
      eventually(async () => (await write()).status === 201, 'changes are accepted again');

    /** Makes every call that only reads and needs no parameters. Returns those that failed. */
    async function findFailedReads(): Promise<string[]> {
      const failed: string[] = [];
      for (const key of readCalls) {
        const { status } = await client.call(key);
        if (status >= 500) failed.push(`${key}: ${status}`);
      }
      return failed;
    }

    test('rejects changes with a 503 until there is space again, while everything else keeps working', async () => {
      const pids = [serverPid(), postmasterPid()];
      fillDisk();
      await expectRejectedWrites();
      expect(product.output()).toContain('is full');
      expect(await findFailedReads()).toEqual([]);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
      expect([serverPid(), postmasterPid()]).toEqual(pids);
      freeDisk();
      await expectAcceptedWrites();
      expect(product.output()).toContain('has space again');
      expect([serverPid(), postmasterPid()]).toEqual(pids);
    });

    test('drops log lines while it is full, and their number is logged afterward', async () => {
      const logFile = join(dataDir, 'logs', 'server.log');
      fillDisk();
      await eventually(async () => {
        await fetch(`${product.url}/api/config`);
        const size = statSync(logFile).size;
        await findFailedReads();
        return statSync(logFile).size === size;
      }, 'the log cannot grow');
      freeDisk();
      await eventually(async () => {
        await client.call('GET /user/me');
        const lines = readFileSync(logFile, 'utf8').trim().split('\n');
        return lines.some((line) => JSON.parse(line).event === 'log_lines_dropped');
      }, 'the number of lost lines is logged');
      await expectAcceptedWrites();
    });

    test('does not prevent a killed database from starting again and serving reads', async () => {
      await eventually(() => existsSync(reserve()), 'space is reserved');
      fillDisk();
      await expectRejectedWrites();
      await killDatabase();
      await eventually(
        async () => (await client.call('GET /user/me')).status === 200,
        'reads work again',
      );
      expect(existsSync(reserve())).toBe(false);
      await expectRejectedWrites();
      freeDisk();
      await expectAcceptedWrites();
    });

    test('does not prevent a killed server from starting again and serving reads', async () => {
      const pid = serverPid() ?? 0;
      fillDisk();
      await expectRejectedWrites();
      process.kill(pid, 'SIGKILL');
      await eventually(
        async () => (await client.call('GET /user/me').catch(() => null))?.status === 200,
        'reads work again',
      );
      expect(serverPid()).not.toBe(pid);
      freeDisk();
      await expectAcceptedWrites();
    });

    test('does not prevent a new start, even if not a byte is left', async () => {
      await eventually(() => existsSync(reserve()), 'space is reserved');
      const { token } = client;
      await product.stop();
      fillDisk();
      product = await startProductProcess(dataDir, logLimits);
      client = new TestClient({ url: product.url } as AppUnderTest, token);
      expect((await client.call('GET /user/me')).status).toBe(200);
      await expectRejectedWrites();
      freeDisk();
      await expectAcceptedWrites();
    });

    test('does not limit how often the processes that it ends are restarted', async () => {
      fillDisk();
      await expectRejectedWrites();
      const before = serverPid();
      for (let count = 1; count <= failureCount; count += 1) {
        await eventually(
          async () => (await client.call('GET /user/me')).status === 200,
          'reads work again',
        );
        await killDatabase();
        expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      }
      expect(serverPid()).toBe(before);
      freeDisk();
      await expectAcceptedWrites();
    });
  },
);
