import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Chooses the ports of the app under test. The process that starts Playwright does it once, and its
 * workers inherit them through the environment.
 */
function choosePorts(): string {
  const script = fileURLToPath(new URL('print-free-ports.ts', import.meta.url));
  return execFileSync(process.execPath, [script, '4'], { encoding: 'utf8' }).trim();
}

process.env.E2E_PORTS ??= choosePorts();
const [appPort = '', sandboxPort = '', smtpPort = '', oidcPort = ''] =
  process.env.E2E_PORTS.split(' ');

export const ports = { appPort, sandboxPort, smtpPort, oidcPort };
/** The URL of the app in the browser. */
export const appUrl = `http://localhost:${appPort}`;
/** The issuer of the operator's own sign-in provider. */
export const oidcUrl = `http://localhost:${oidcPort}`;
/** The sandbox: its page, its inbox, and its `/control` calls. */
export const sandboxUrl = `http://localhost:${sandboxPort}`;
