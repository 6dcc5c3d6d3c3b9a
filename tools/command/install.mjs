import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command-error.mjs';
import { explainInstallFailure } from './install-failure.mjs';
import { acquireInstallLock } from './install-lock.mjs';
import { root } from './root.mjs';

const modules = join(root, 'node_modules');
/**
 * Records what was installed: the hash of package-lock.json and the platform. It exists to detect an
 * interrupted install: it is deleted first and written last.
 */
const installStamp = join(modules, '.install-stamp');
/** Disk space that an install needs, npm's cache included. */
const BYTES_NEEDED = 2_000_000_000;

/** Path of the Node.js among the packages. */
export function projectNode() {
  return join(modules, '.bin', 'node');
}

/** Installs the packages of package-lock.json, unless exactly those are installed. */
export async function install() {
  if (isInstalled()) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  const lock = await acquireInstallLock(join(root, '.cache', 'install.lock'), () =>
    console.log('Waiting for another install in this folder to finish'),
  );
  try {
    if (isInstalled()) return;
    checkDiskSpace();
    console.log('Installing packages (the first time this takes a minute or two)');
    rmSync(installStamp, { force: true });
    await runNpm((pid) => lock.addHolder(pid));
    if (!canRunProjectNode()) {
      throw new CommandError(
        'The packages are installed, but the Node.js among them does not run. ' +
          'If optional packages are left out (npm config get omit), include them and try again.',
      );
    }
    writeFileSync(installStamp, expectedStamp());
  } finally {
    lock.release();
  }
}

/** Includes the platform, because packages with native binaries differ between platforms. */
function expectedStamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`;
}

function isInstalled() {
  if (existsSync(installStamp)) {
    return readFileSync(installStamp, 'utf8') === expectedStamp() && existsSync(projectNode());
  }
  if (!isInstalledByNpm()) return false;
  writeFileSync(installStamp, expectedStamp());
  return true;
}

/**
 * True if the packages were installed by `npm ci` without this module. npm lists what it installed in node_modules/.package-lock.json,
 * which it writes last. Optional packages for other platforms are not in that list.
 */
function isInstalledByNpm() {
  const installedList = join(modules, '.package-lock.json');
  if (!existsSync(installedList) || !existsSync(projectNode())) return false;
  const installed = readPackages(installedList);
  const required = readPackages(join(root, 'package-lock.json'));
  for (const [path, { version, optional }] of Object.entries(required)) {
    if (!path.startsWith('node_modules/')) continue;
    const match = installed[path];
    if (match === undefined ? !optional : match.version !== version) return false;
  }
  return canRunProjectNode();
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
}

function canRunProjectNode() {
  return spawnSync(projectNode(), ['--version']).status === 0;
}

function checkDiskSpace() {
  const { bavail, bsize } = statfsSync(root);
  const available = bavail * bsize;
  if (available >= BYTES_NEEDED) return;
  throw new CommandError(
    `The disk has only ${(available / 1e9).toFixed(1)} GB left, and the packages need 2 GB. ` +
      'Free some space and try again.',
  );
}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @param {(pid: number) => void} onStart */
async function runNpm(onStart) {
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // Retries as often as by default, but three times faster, so that being offline is reported soon.
  args.push('--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=20000');
  // Uses the npm and the Node.js that started this command, because `npm ci` may replace ours.
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const child = npm?.endsWith('.js')
    ? spawn(node, [npm, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) onStart(child.pid);
  const stop = () => child.kill('SIGTERM');
  for (const signal of signals) process.on(signal, stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const startedAt = Date.now();
  const progress = setInterval(() => {
    console.log(`  still installing (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  }, 20_000);
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new CommandError("npm wasn't found. It comes with Node.js: https://nodejs.org")),
    );
    child.once('close', resolve);
  }).finally(() => {
    clearInterval(progress);
    for (const signal of signals) process.off(signal, stop);
  });
  if (code === null)
    throw new CommandError('The install was interrupted. Start again to continue.');
  if (code !== 0) throw new CommandError(explainInstallFailure(output));
}
