import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Where the product is that the browser tests run against. The ports are chosen once, by the
 * process that starts Playwright; its workers inherit them.
 */
function choosePorts(): string {
  const script = fileURLToPath(new URL('print-free-ports.ts', import.meta.url));
  return execFileSync(process.execPath, [script, '3'], { encoding: 'utf8' }).trim();
}

process.env.E2E_PORTS ??= choosePorts();
const [appPort = '', sandboxPort = '', smtpPort = ''] = process.env.E2E_PORTS.split(' ');

export const ports = { appPort, sandboxPort, smtpPort };
/** The app as a browser opens it. */
export const appUrl = `http://localhost:${appPort}`;
/** The sandbox: its page, its mail and its `/control` calls. */
export const sandboxUrl = `http://localhost:${sandboxPort}`;
