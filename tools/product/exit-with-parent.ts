import { spawn } from 'node:child_process';

/**
 * Runs Node.js with the given arguments, and ends it when the parent process ends, even if the parent is killed.
 * For programs that can't detect this themselves, such as `node --watch` and Vite: standard input is a
 * pipe from the parent, which closes when the parent ends.
 */
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: ['pipe', 'inherit', 'inherit'],
});
const stop = () => child.kill('SIGTERM');
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop);
process.stdin.on('end', stop).resume();
child.once('exit', (code) => process.exit(code ?? 0));
