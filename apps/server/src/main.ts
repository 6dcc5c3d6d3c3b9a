import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { createServices } from './create-services.ts';
import { readSettings, type Settings, SettingsError } from './env.ts';
import { jobHandlers } from './jobs/job-handlers.ts';
import { isReadOnlyError } from './platform/database/database-errors.ts';
import { grantRuntimeRole, RuntimeRoleError } from './platform/database/grant-runtime-role.ts';
import { migrate, NewerSchemaError } from './platform/database/migrate.ts';
import { storeSessionSettings } from './platform/database/session-settings.ts';
import { prepareQueues } from './platform/jobs/queue.ts';
import { createLogger } from './platform/log.ts';
import { serveMetrics } from './platform/observability/serve-metrics.ts';
import { noTracing, type Tracing } from './platform/observability/tracing.ts';
import type { Services } from './services.ts';

// In milliseconds. A request or job that takes longer is aborted.
const shutdownTimeout = 14_000;

/**
 * Connections that wait to be accepted. With Node's default of 511, clients that connect at the same moment as many
 * others would have to retry a second later. Linux limits this to `net.core.somaxconn`, which is also 4,096 by default.
 */
const backlog = 4_096;

/** Starts the server: settings, migrations, background jobs, then the HTTP port, as far as its role includes them. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  await prepareDatabase(settings);
  const services = createServices(settings, log, { tracing: await chooseTracing(settings) });
  let isServing = true;
  const app = await buildApp(services, { isServing: () => isServing });
  // Events are only for browsers, and a worker serves none.
  if (settings.role !== 'worker') await services.userEvents.start();
  await services.queue.start(jobHandlers(services));
  // Garbage from startup is a sixth of the memory, and an idle process would not collect it. `gc` exists only with
  // --expose-gc (see operations.md).
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  await app.listen({ host: settings.host, port: settings.port, backlog });
  const { host, port, role, metricsPort } = settings;
  log.info({ event: 'listening', host, port, role });
  const metricsServer =
    metricsPort === null
      ? null
      : await serveMetrics(services.metrics, { ...settings, port: metricsPort });

  async function stop(reason: string, drainSeconds = 0): Promise<void> {
    if (!isServing) return;
    isServing = false;
    log.info({ event: 'stopping', reason, drain_seconds: drainSeconds });
    // Meanwhile requests are served, and load balancers notice that /readyz fails.
    await delay(drainSeconds * 1_000);
    setTimeout(() => process.exit(1), shutdownTimeout).unref();
    // Requests and jobs in flight finish first, while the database is still open.
    await app.close();
    await metricsServer?.stop();
    await services.queue.stop();
    await services.userEvents.stop();
    await services.jobDatabase.close();
    await services.database.close();
    await services.tracing.stop();
    log.info({ event: 'stopped' });
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal, settings.drainSeconds));
  if (settings.stopsWithParent) process.stdin.on('end', () => void stop('parent ended')).resume();
  // This comes last, because a slow database can delay it, and the process must be able to stop cleanly meanwhile.
  await enqueueStartupJobs(services);
}

/** Enqueues what visitors should not have to wait for. */
const enqueueStartupJobs = ({ queue }: Services) =>
  unlessReadOnly(async () => {
    await queue.enqueue('refresh-demo', {}, { key: 'start' });
    await queue.enqueue('refresh-quotes', {}, { key: 'start' });
  });

/** Makes a change that reading does not depend on. Does nothing if the database is read-only. */
async function unlessReadOnly(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isReadOnlyError(error)) throw error;
  }
}

/** Loads the SDK of OpenTelemetry only if traces are on, because it takes memory and time. */
async function chooseTracing({ sendsTraces }: Settings): Promise<Tracing> {
  if (!sendsTraces) return noTracing;
  const { startTracing } = await import('./platform/observability/open-telemetry.ts');
  return startTracing();
}

/**
 * Migrates the schema. If the operator has set up two roles, this uses the owner role, and grants the runtime role its
 * rights. The connection is direct, because migrations don't work through a transaction pooler. Must be called before
 * the pooler opens its sessions.
 */
async function prepareDatabase({
  databaseUrl,
  databaseDirectUrl,
  databaseOwnerUrl,
}: Settings): Promise<void> {
  await migrate(databaseOwnerUrl ?? databaseDirectUrl);
  if (databaseOwnerUrl !== null)
    await unlessReadOnly(async () => {
      await prepareQueues(databaseOwnerUrl);
      await grantRuntimeRole(databaseOwnerUrl, databaseDirectUrl);
    });
  if (databaseDirectUrl !== databaseUrl) await storeSessionSettings(databaseDirectUrl);
}

main().catch((error: unknown) => {
  const isExplained = [SettingsError, RuntimeRoleError, NewerSchemaError].some(
    (kind) => error instanceof kind,
  );
  const { message: explanation, stack } = error as Partial<Error>; // Only an error has them.
  const message = isExplained ? explanation : stack;
  process.stderr.write(`${message ?? error}\n`);
  process.exit(1);
});
