import { buildApp } from './app.ts';
import { createServices } from './create-services.ts';
import { readSettings, SettingsError } from './env.ts';
import { workers } from './jobs/workers.ts';
import { openLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';

// A request or a job that has not finished by then is cut off: something is stuck.
const shutdownLimit = 14_000;

/** Starts the server: settings, schema, background work, then the port. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = openLog(settings.logLevel);
  await migrate(settings.databaseUrl);
  const services = createServices(settings, log);
  let serving = true;
  const app = await buildApp(services, { isServing: () => serving });
  await services.announcements.start();
  await services.queue.start(workers(services));
  // What the start has left behind is a sixth of the memory, and nothing else would ask for it back as long as
  // little is going on. Only where Node.js was started so that it can be asked, see operations.md.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  await app.listen({ host: settings.host, port: settings.port });
  log.info({ event: 'listening', host: settings.host, port: settings.port });
  // So that no visitor waits for it.
  await services.queue.enqueue('refresh-demo', {}, { key: 'start' });
  await services.queue.enqueue('refresh-quotes', {}, { key: 'start' });

  async function stop(reason: string): Promise<void> {
    if (!serving) return;
    serving = false;
    log.info({ event: 'stopping', reason });
    setTimeout(() => process.exit(1), shutdownLimit).unref();
    // In flight requests and jobs first, while the database is still there for them.
    await app.close();
    await services.queue.stop();
    await services.announcements.stop();
    await services.database.close();
    log.info({ event: 'stopped' });
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  if (settings.watchParent) process.stdin.on('end', () => void stop('parent ended')).resume();
}

main().catch((error: unknown) => {
  const message = error instanceof SettingsError ? error.message : (error as Error)?.stack;
  process.stderr.write(`${message ?? error}\n`);
  process.exit(1);
});
