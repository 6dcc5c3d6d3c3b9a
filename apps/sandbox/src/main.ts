import { buildSandbox } from './app.ts';
import { readSettings, type SandboxSettings } from './settings.ts';

const HOST = '127.0.0.1';

/** Starts the sandbox and says on stdout, as one line of JSON, when and where it listens. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await buildSandbox(settings);
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    app.close().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (settings.parentWatch) {
    // The parent holds the other end: it closes when the parent is gone, however it went.
    process.stdin.resume().once('end', end).once('close', end).once('error', end);
  }

  const smtpPort = await app.openMailTrap();
  await app.listen({ host: HOST, port: settings.port });
  say({
    event: 'listening',
    port: portOf(app.server.address(), settings),
    smtp_port: smtpPort,
  });
}

function portOf(
  address: ReturnType<import('node:net').Server['address']>,
  settings: SandboxSettings,
) {
  return typeof address === 'object' && address !== null ? address.port : settings.port;
}

function say(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: another process listens there; set SANDBOX_PORT or SMTP_PORT to another port`;
  }
  return error instanceof Error ? error.message : String(error);
}

function fail(error: unknown): never {
  process.stderr.write(`${JSON.stringify({ event: 'failed', reason: explain(error) })}\n`);
  process.exit(1);
}

main().catch(fail);
