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

/** The sources of the web app, relative to the repository's root. */
const sources = ['apps/web', 'packages', 'package-lock.json'];
const notSources = /(^|\/)(dist|node_modules|\.cache)(\/|$)|\.test\.tsx?$/;
const stampName = '.built-from';

/** Thrown with the bundler's output. */
export class WebBuildError extends Error {
  override name = 'WebBuildError';
}

/**
 * Builds the web app into apps/web/dist, unless it was already built from the same sources.
 *
 * The build goes into a temporary folder that is then renamed, so that another running copy of Cairn never
 * serves an incomplete build.
 *
 * @returns true if it was built.
 */
export async function buildWeb(root: string, onBuild: () => void): Promise<boolean> {
  const dist = join(root, 'apps/web/dist');
  const stamp = join(dist, stampName);
  const sourcesHash = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash) return false;
  onBuild();
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  removeAbandonedBuilds(cache);
  const draft = join(cache, `web-${process.pid}`);
  const replaced = `${draft}-replaced`;
  try {
    await runVite(root, draft);
    writeFileSync(join(draft, stampName), sourcesHash);
    if (existsSync(dist)) renameSync(dist, replaced);
    renameSync(draft, dist);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(replaced, { recursive: true, force: true });
  }
  return true;
}

/** Removes the temporary folders of builds that were killed. */
function removeAbandonedBuilds(cache: string): void {
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
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  process.off('exit', stop);
  if (code !== 0)
    throw new WebBuildError(`Building the web app failed:\n${stdout}${stderr}`.trimEnd());
}

/** Hashes contents instead of modification times, which a clone or a branch switch changes. */
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
