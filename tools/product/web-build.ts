import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isAlive } from '../database/postmaster.ts';

/** What the web app is built from, relative to the clone. */
const sources = ['apps/web', 'packages/contract/src', 'packages/people/src', 'package-lock.json'];
const notSources = /(^|\/)(dist|node_modules|\.cache)(\/|$)|\.test\.tsx?$/;
const stampName = '.built-from';

/** Thrown with what the bundler printed. */
export class WebBuildError extends Error {
  override name = 'WebBuildError';
}

/**
 * Builds the web app into apps/web/dist, unless that was built from just these sources.
 *
 * It is built elsewhere and put in place whole, so that another copy of the product that serves
 * the same folder never serves half of one.
 *
 * @returns whether it was built.
 */
export async function buildWeb(root: string, onBuild: () => void): Promise<boolean> {
  const dist = join(root, 'apps/web/dist');
  const stamp = join(dist, stampName);
  const wanted = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  onBuild();
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const unfinished = join(cache, `web-${process.pid}`);
  const replaced = `${unfinished}-replaced`;
  try {
    await runVite(root, unfinished);
    writeFileSync(join(unfinished, stampName), wanted);
    if (existsSync(dist)) renameSync(dist, replaced);
    renameSync(unfinished, dist);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(replaced, { recursive: true, force: true });
  }
  return true;
}

/** What builds that were killed have left. */
function removeAbandoned(cache: string): void {
  for (const name of readdirSync(cache)) {
    const pid = /^web-(\d+)/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(cache, name), { recursive: true, force: true });
  }
}

async function runVite(root: string, outDir: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  process.off('exit', stop);
  if (code !== 0) throw new WebBuildError(`Building the web app failed:\n${out}${err}`.trimEnd());
}

/** Content, not times: a fresh clone or a switched branch gives files new times. */
function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    for (const file of filesIn(path)) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (path.endsWith('.json')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !notSources.test(file.slice(path.length)))
    .sort();
}
