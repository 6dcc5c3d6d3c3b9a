import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeSettings } from '../tools/command/node-settings.mjs';
import { freePort } from '../tools/product/free-port.ts';

const main = fileURLToPath(new URL('../apps/sandbox/src/main.ts', import.meta.url));

/** A sandbox in its own process. */
export interface BenchSandbox {
  /** The variables that make a server use it. */
  environment: Record<string, string>;
  /** Calls `POST /control/<path>`. */
  control(path: string, body: object): Promise<void>;
  /** Creates a public token for an item with one transaction at an institution. */
  createPublicToken(institution: string): Promise<string>;
  stop(): Promise<void>;
}

const person = {
  override_accounts: [
    {
      type: 'depository',
      subtype: 'checking',
      starting_balance: 1_000,
      currency: 'USD',
      meta: { name: 'Everyday', mask: '1000' },
      transactions: [
        { date_transacted: '2026-01-02', amount: 12.5, description: 'COFFEE', currency: 'USD' },
      ],
    },
  ],
};

/** Starts a sandbox. */
export async function startSandbox(): Promise<BenchSandbox> {
  const environment = {
    SANDBOX_PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
  };
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...nodeSettings, ...environment, PARENT_WATCH: '1' },
  });
  await once(createInterface({ input: child.stdout }), 'line');
  async function post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`http://localhost:${environment.SANDBOX_PORT}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox responded to ${path} with ${response.status}`);
    return (await response.json()) as T; // The caller asserts the response type.
  }
  return {
    environment,
    control: (path, body) => post(`/control/${path}`, body),
    async createPublicToken(institution) {
      const { public_token } = await post<{ public_token: string }>(
        '/plaid/sandbox/public_token/create',
        {
          client_id: 'sandbox-client',
          secret: 'sandbox-secret',
          institution_id: institution,
          initial_products: ['transactions'],
          options: { override_username: 'user_custom', override_password: JSON.stringify(person) },
        },
      );
      return public_token;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
