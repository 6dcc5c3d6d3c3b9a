import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPidFile } from '../../tools/database/postmaster.ts';
import { eventually } from '../support/eventually.ts';
import {
  findDescendant,
  type ProductProcess,
  startProductProcess,
} from '../support/processes/product-process.ts';
import { type AppUnderTest, signUp } from '../support/requests/test-client.ts';

let folder: string;
let dataDir: string;
let product: ProductProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-supervision-'));
  // As root, the database runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  product = await startProductProcess(dataDir);
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pids = {
  server: () => findDescendant(product.pid, 'apps/server/src/main.ts'),
  sandbox: () => findDescendant(product.pid, 'apps/sandbox/src/main.ts'),
  database: () => readPidFile(join(dataDir, 'postgres'))?.pid,
  supervisor: () => findDescendant(product.pid, 'tools/database/supervise.ts'),
};

function kill(name: keyof typeof pids): void {
  const pid = pids[name]();
  if (pid === undefined) throw new Error(`The ${name} is not running.`);
  process.kill(pid, 'SIGKILL');
}

/** How often Cairn has printed that it restarts a process. */
const restartsOf = (name: string) => product.output().split(`Restarting the ${name} in`).length - 1;

/** Waits until a user can sign up, which needs the server and the database. */
const canSignUp = () =>
  eventually(
    // No provider is called.
    () =>
      signUp({ url: product.url } as AppUnderTest).then(
        () => true,
        () => false,
      ),
    'a user can sign up',
  );

describe.runIf(process.platform === 'linux')('a running Cairn', () => {
  test.each([
    ['server', 'server'],
    ['sandbox', 'sandbox'],
    ['database', 'database'],
    ['supervisor', 'database'],
  ] as const)('restarts its %s after it was killed, and prints that', async (killed, restarted) => {
    const before = restartsOf(restarted);
    kill(killed);
    await eventually(() => restartsOf(restarted) === before + 1, 'the restart is printed');
    await eventually(
      () =>
        product.output().lastIndexOf(`The ${restarted} is running again`) >
        product.output().lastIndexOf(`Restarting the ${restarted}`),
      'the process is running again',
    );
    await canSignUp();
    expect(pids[killed]()).toBeTypeOf('number');
  });

  test('exits and prints the cause if a process fails repeatedly', async () => {
    let isRunning = true;
    void product.ended.then(() => {
      isRunning = false;
    });
    await eventually(() => {
      const pid = isRunning ? pids.server() : undefined;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      return !isRunning;
    }, 'Cairn has ended');
    expect(await product.ended).toBe(1);
    expect(product.output()).toContain('Cairn is stopping');
    expect(product.output()).toMatch(/The server (ended|failed)/);
  });
});
