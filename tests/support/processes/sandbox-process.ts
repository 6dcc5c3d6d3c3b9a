import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeSettings } from '../../../tools/command/node-settings.mjs';
import { freePort } from '../../../tools/product/free-port.ts';
import { createSandboxClient, type SandboxClient } from './sandbox-client.ts';

const main = fileURLToPath(new URL('../../../apps/sandbox/src/main.ts', import.meta.url));

/** The sandbox in its own process. */
export interface SandboxProcess extends SandboxClient {
  url: string;
  port: number;
  smtpPort: number;
  stop(): Promise<void>;
}

/** Starts a sandbox that sends payment events to `appUrl`. */
export async function startSandbox(
  appUrl: string,
  environment: Record<string, string> = {},
): Promise<SandboxProcess> {
  const port = await freePort();
  const smtpPort = environment.SMTP_PORT ?? String(await freePort());
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...nodeSettings,
      SANDBOX_PORT: String(port),
      SMTP_PORT: smtpPort,
      APP_URL: appUrl,
      PARENT_WATCH: '1',
      ...environment,
    },
  });
  const listening = once(createInterface({ input: child.stdout }), 'line').then(() => true);
  if (!(await Promise.race([listening, once(child, 'exit').then(() => false)])))
    throw new Error('The sandbox exited before it was listening');
  const url = `http://localhost:${port}`;

  return {
    url,
    port,
    smtpPort: Number(smtpPort),
    ...createSandboxClient(url),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
