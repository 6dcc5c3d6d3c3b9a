import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from './command-error.mjs';
import { helpText, needsSandbox, readEnvExample, readEnvironment } from './environment.mjs';
import { install, projectNode } from './install.mjs';
import { findPortProblems, portsToListenOn } from './ports.mjs';
import { root } from './root.mjs';

/**
 * The common part of `npm start`, `npm test`, and `npm run dev`: checks options and ports, installs
 * missing packages, then runs the script on the project's own Node.js.
 * @param {{ name: string, script: string, checksPorts: boolean, options?: readonly string[] }} command
 */
export async function runCommand({ name, script, checksPorts, options = [] }) {
  const help = parseHelpOption(name, options);
  if (help === null) return;
  if (help) {
    console.log(helpText(name, readEnvExample()));
    return;
  }
  try {
    if (checksPorts) await checkPorts(name);
    await install();
    await runOnProjectNode(join(root, 'tools', script), process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * Rejects unknown options instead of ignoring them.
 * @param {string} command
 * @param {readonly string[]} names options of the command in addition to --help
 * @returns {boolean | null} whether help is requested; null if an option is unknown
 */
function parseHelpOption(command, names) {
  /** @type {Record<string, { type: 'boolean', short?: string }>} */
  const options = { help: { type: 'boolean', short: 'h' } };
  for (const name of names) options[name] = { type: 'boolean' };
  try {
    const { values } = parseArgs({ options });
    return values.help === true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [reason] = error.message.split('. ');
    console.error(
      `${reason}. Settings are environment variables: npm ${command} -- --help lists them.`,
    );
    process.exitCode = 2;
    return null;
  }
}

/** @param {string} command */
async function checkPorts(command) {
  const environment = readEnvironment();
  const ports = portsToListenOn(environment, needsSandbox(environment, readEnvExample()));
  const problems = await findPortProblems(ports, environment, command);
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}

/**
 * Runs the script until it exits, and sets its exit code as ours. Signals are forwarded. If this
 * process is killed, its IPC channel to the script closes, which ends the script. If npm is killed,
 * its script shell may survive, so a change among our ancestors also ends the script.
 * @param {string} script
 * @param {string[]} args
 */
function runOnProjectNode(script, args) {
  const child = spawn(projectNode(), [script, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    const initialAncestors = ancestors();
    const timer = setInterval(() => {
      if (ancestors() === initialAncestors) return;
      clearInterval(timer);
      child.kill('SIGTERM');
    }, 500);
    timer.unref();
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 1;
      resolve(undefined);
    });
  });
}

/**
 * The pids of our parent and grandparent. npm runs a script through a shell, and some shells remain
 * our parent. On macOS, which has no /proc, the parent is enough, because the shell there does not remain.
 */
function ancestors() {
  const parent = process.ppid;
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'utf8');
    return `${parent} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(parent);
  }
}
