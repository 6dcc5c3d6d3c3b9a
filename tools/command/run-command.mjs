import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command-error.mjs';
import { helpText, needsSandbox, readEnvironment, readTable } from './environment.mjs';
import { install, projectNode } from './install.mjs';
import { optionProblem } from './options.mjs';
import { portProblems, wantedPorts } from './ports.mjs';
import { root } from './root.mjs';

/**
 * What `npm start`, `npm test` and `npm run dev` have in common: check what can be checked at
 * once, install what is missing, then hand over to the project's own Node.js.
 * @param {{ name: string, script: string, checksPorts: boolean, options?: readonly string[] }} command
 */
export async function runCommand({ name, script, checksPorts, options = [] }) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpText(name, readTable()));
    return;
  }
  const problem = optionProblem(name, args, options);
  if (problem !== null) {
    console.error(problem);
    process.exitCode = 2;
    return;
  }
  try {
    if (checksPorts) await checkPorts(name);
    await install();
    await handOver(join(root, 'tools', script), args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** @param {string} command */
async function checkPorts(command) {
  const environment = readEnvironment();
  const wanted = wantedPorts(environment, needsSandbox(environment, readTable()));
  const problems = await portProblems(wanted, environment, command);
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}

/**
 * Runs the script to its end and takes over its exit code. Signals are passed on. Should this
 * process be killed, the script notices by its channel to us; should npm be killed above us, we
 * notice by our ancestors having changed.
 * @param {string} script
 * @param {string[]} args
 */
function handOver(script, args) {
  const child = spawn(projectNode(), [script, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    const above = ancestors();
    const watch = setInterval(() => {
      if (ancestors() === above) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 500);
    watch.unref();
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
 * The process above us and the one above that: npm runs a script through a shell, and some shells
 * stay in between. Where the system has no /proc (macOS) the shell does not stay.
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
