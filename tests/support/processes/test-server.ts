import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../../apps/server/src/app.ts';
import { createServices } from '../../../apps/server/src/create-services.ts';
import { readSettings } from '../../../apps/server/src/env.ts';
import { jobHandlers } from '../../../apps/server/src/jobs/job-handlers.ts';
import type { Clock } from '../../../apps/server/src/platform/clock.ts';
import { undocumentedEvent } from '../../../apps/server/src/platform/http/openapi/report-undocumented.ts';
import { createLogger } from '../../../apps/server/src/platform/log.ts';
import type { CallPolicy } from '../../../apps/server/src/platform/providers/retry.ts';
import type { Services } from '../../../apps/server/src/services.ts';
import { freePort } from '../../../tools/product/free-port.ts';
import {
  generousConcurrencyLimits,
  generousLimits,
} from '../../../tools/product/generous-limits.ts';
import { databaseEnvironment } from '../database/pooled-environment.ts';
import {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from '../database/test-database.ts';
import { type SandboxProcess, startSandbox } from './sandbox-process.ts';
import { acquireSandbox } from './shared-sandbox.ts';

/** A listening server with its own database and sandbox. */
export interface TestServer {
  url: string;
  services: Services;
  database: TestDatabase;
  sandbox: SandboxProcess;
  /** The folder of its keys. */
  dataDir: string;
  /** The parsed lines of its log. */
  logged: Record<string, unknown>[];
  stop(): Promise<void>;
}

export interface TestServerOptions extends TestDatabaseOptions {
  clock?: Clock;
  environment?: Record<string, string>;
  sandboxEnvironment?: Record<string, string>;
  /** Timeout and retries of calls to providers. */
  callPolicy?: CallPolicy;
  /** An existing database, shared with another server. It is not dropped at the end. */
  database?: TestDatabase;
  /** A running sandbox. It is not stopped at the end. */
  sandbox?: SandboxProcess;
  /** The folder of keys that are shared with another server. */
  dataDir?: string;
  /** Returns the URL through which the server connects to its database, such as a proxy's. */
  reachDatabase?: (databaseUrl: string) => Promise<string>;
}

/**
 * Starts everything but the web app. Responses are checked against their schemas. `stop` fails if the OpenAPI document
 * lacks the status or error code of a response.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  // A sandbox with special settings can't be shared.
  const shared =
    options.sandbox === undefined && options.sandboxEnvironment === undefined
      ? await acquireSandbox()
      : undefined;
  const port = shared?.appPort ?? (await freePort());
  const url = `http://localhost:${port}`;
  const [database, sandbox] = await Promise.all([
    options.database ?? createTestDatabase(options),
    options.sandbox ?? shared?.sandbox ?? startSandbox(url, options.sandboxEnvironment),
  ]);
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const settings = readSettings({
    ...(await databaseEnvironment((await options.reachDatabase?.(database.url)) ?? database.url)),
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox.port),
    SMTP_PORT: String(sandbox.smtpPort),
    RATE_LIMITS: generousLimits,
    CONCURRENCY_LIMITS: generousConcurrencyLimits,
    ...options.environment,
  });
  const logged: Record<string, unknown>[] = [];
  const log = createLogger('debug', { write: (line) => void logged.push(JSON.parse(line)) });
  const services = createServices(settings, log, {
    clock: options.clock,
    callPolicy: options.callPolicy,
  });
  const app = await buildApp(services, { checkResponses: true });
  await services.userEvents.start();
  await services.queue.start(jobHandlers(services));
  await shared?.releasePort();
  await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    services,
    database,
    sandbox,
    dataDir,
    logged,
    async stop() {
      await app.close();
      await services.queue.stop();
      await services.userEvents.stop();
      await services.jobDatabase.close();
      await services.database.close();
      if (shared !== undefined) await shared.release();
      else if (options.sandbox === undefined) await sandbox.stop();
      if (options.database === undefined) await database.drop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      const undocumented = logged.filter(({ event }) => event === undocumentedEvent);
      if (undocumented.length > 0)
        throw new Error(`The OpenAPI document lacks responses: ${JSON.stringify(undocumented)}`);
    },
  };
}
