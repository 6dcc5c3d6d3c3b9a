import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readEnvironment } from './command/environment.mjs';
import { root } from './command/root.mjs';
import { freePort } from './product/free-port.ts';
import { runUntilStopped } from './product/run-until-stopped.ts';

/**
 * `npm run dev` after installation. Run by dev.mjs. The server and the sandbox restart when their code
 * changes, and Vite updates the open page.
 */
const environment = readEnvironment();
const webPort = environment.PORT ?? '3000';
const exitWithParent = join(root, 'tools/product/exit-with-parent.ts');
const apiPort = String(await freePort());
const url = environment.PUBLIC_URL ?? `http://localhost:${webPort}`;

const code = await runUntilStopped(
  {
    root,
    environment: { ...environment, PORT: apiPort, PUBLIC_URL: url },
    nodeArgs: [exitWithParent, '--watch'],
    log: console.log,
    beforeServer: async () => {},
  },
  ({ sandboxUrl, logFolder }) => {
    startVite();
    if (sandboxUrl !== null) console.log(`Sandbox (banks, payments, email): ${sandboxUrl}`);
    console.log(`Logs of the server and the sandbox: ${logFolder}`);
    console.log(`\nCairn is ready and reloads your changes: open ${url}\n`);
  },
);
process.exit(code);

function startVite(): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(
    process.execPath,
    [exitWithParent, vite, '--clearScreen', 'false', '--logLevel', 'warn'],
    {
      cwd: join(root, 'apps/web'),
      env: { ...process.env, WEB_PORT: webPort, API_PORT: apiPort },
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  process.once('exit', () => child.kill());
}
