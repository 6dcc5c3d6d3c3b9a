import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command-error.mjs';
import { explainInstallFailure } from './install-failure.mjs';
import { takeInstallLock } from './install-lock.mjs';
import { root } from './root.mjs';

const modules = join(root, 'node_modules');
/** Written last, and npm deletes it first: an install that was cut short has none. */
const stamp = join(modules, '.cairn-lock');
/** What an install takes on disk, with npm's cache. */
const ROOM_NEEDED = 2_000_000_000;

/** The Node.js that the package `node` brings. */
export function projectNode() {
  return join(modules, 'node', 'bin', 'node');
}

/** Installs the packages of package-lock.json, unless just those are there. */
export async function install() {
  if (isInstalled()) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const lock = await takeInstallLock(join(root, '.cache', 'install.lock'), () =>
    console.log('Waiting for another install in this folder to finish'),
  );
  try {
    if (isInstalled()) return;
    checkRoom();
    console.log('Installing packages (the first time this takes a minute or two)');
    rmSync(stamp, { force: true });
    await runNpm((pid) => lock.shareWith(pid));
    if (!nodeRuns()) {
      throw new CommandError(
        'The packages are installed, but the Node.js among them does not run. ' +
          'If install scripts are off (npm config get ignore-scripts), turn them on and try again.',
      );
    }
    writeFileSync(stamp, wantedStamp());
  } finally {
    lock.release();
  }
}

/** Lock file and machine: packages with native parts differ from one kind of machine to another. */
function wantedStamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`;
}

function isInstalled() {
  if (existsSync(stamp)) {
    return readFileSync(stamp, 'utf8') === wantedStamp() && existsSync(projectNode());
  }
  if (!matchesByHand()) return false;
  writeFileSync(stamp, wantedStamp());
  return true;
}

/**
 * Whether somebody ran `npm ci` by hand: npm then leaves its own list of what it put there, as
 * the last thing it does. Packages for other kinds of machines are rightly missing from it.
 */
function matchesByHand() {
  const listed = join(modules, '.package-lock.json');
  if (!existsSync(listed) || !existsSync(projectNode())) return false;
  const have = packagesOf(listed);
  const want = packagesOf(join(root, 'package-lock.json'));
  for (const [path, wanted] of Object.entries(want)) {
    if (!path.startsWith('node_modules/')) continue;
    const found = have[path];
    if (found === undefined ? !wanted.optional : found.version !== wanted.version) return false;
  }
  return nodeRuns();
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

function nodeRuns() {
  return spawnSync(projectNode(), ['--version']).status === 0;
}

function checkRoom() {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize >= ROOM_NEEDED) return;
  const gigabytes = ((bavail * bsize) / 1e9).toFixed(1);
  throw new CommandError(
    `The disk has only ${gigabytes} GB left, and the packages need 2 GB. Free some and try again.`,
  );
}

/** @param {(pid: number) => void} onStart */
async function runNpm(onStart) {
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // Three tries in a third of the usual time: who is offline is told so.
  args.push('--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=20000');
  // The npm that runs us and the Node.js that npm runs on: ours may be among what is replaced.
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const child = npm?.endsWith('.js')
    ? spawn(node, [npm, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) onStart(child.pid);
  const stop = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const started = Date.now();
  const beat = setInterval(() => {
    console.log(`  still installing (${Math.round((Date.now() - started) / 1000)} s)`);
  }, 20_000);
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new CommandError('npm is not to be found. It comes with Node.js: https://nodejs.org')),
    );
    child.once('close', resolve);
  }).finally(() => {
    clearInterval(beat);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
  });
  if (code === null) throw new CommandError('The install was interrupted. Start again to go on.');
  if (code !== 0) throw new CommandError(explainInstallFailure(output));
}
