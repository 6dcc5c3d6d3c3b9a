import { spawn } from 'node:child_process';

/**
 * Runs Node.js with the given arguments until whoever started this ends: for programs that do not
 * watch that themselves, such as Node.js's own `--watch` and Vite.
 */
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: ['pipe', 'inherit', 'inherit'],
});
const stop = () => child.kill('SIGTERM');
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop);
process.stdin.on('end', stop).resume();
child.once('exit', (code) => process.exit(code ?? 0));
