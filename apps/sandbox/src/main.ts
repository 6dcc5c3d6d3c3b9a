import { buildSandbox } from './app.ts';
import { readSettings, type SandboxSettings } from './settings.ts';

const HOST = '127.0.0.1';

/** Starts the sandbox and prints one line of JSON to stdout once it is listening. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await buildSandbox(settings);
  let isShuttingDown = false;
  const shutDown = () => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    app.close().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', shutDown);
  process.once('SIGINT', shutDown);
  if (settings.parentWatch) {
    // The parent owns the other end of stdin, so stdin closes however the parent exits.
    process.stdin.resume().once('end', shutDown).once('close', shutDown).once('error', shutDown);
  }

  const smtpPort = await app.startMailServer();
  await app.listen({ host: HOST, port: settings.port });
  printEvent({
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

function printEvent(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: the port is in use. Set SANDBOX_PORT or SMTP_PORT to another port`;
  }
  return error instanceof Error ? error.message : String(error);
}

function fail(error: unknown): never {
  process.stderr.write(`${JSON.stringify({ event: 'failed', reason: reasonOf(error) })}\n`);
  process.exit(1);
}

main().catch(fail);
