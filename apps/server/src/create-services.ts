import type { Settings } from './env.ts';
import { readArchiveState } from './jobs/backup/read-archive-state.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/database.ts';
import { createUserEvents } from './platform/events/user-events.ts';
import { requestIp } from './platform/http/request-ip.ts';
import { createQueue } from './platform/jobs/queue.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/log.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { createWorkObservers } from './platform/observability/observe-work.ts';
import { registerStateGauges } from './platform/observability/state-gauges.ts';
import { noTracing, type Tracing } from './platform/observability/tracing.ts';
import type { ObserveCall } from './platform/providers/observe-call.ts';
import { type CallPolicy, defaultCallPolicy } from './platform/providers/retry.ts';
import { createSealer } from './platform/secrets/sealed-secrets.ts';
import { createSessionTokens } from './platform/secrets/session-tokens.ts';
import { createAppleProvider } from './providers/apple/client.ts';
import { createBreachChecker } from './providers/breaches/client.ts';
import { createCoinbaseProvider } from './providers/coinbase/client.ts';
import { createGoogleProvider } from './providers/google/client.ts';
import { createLogoFetcher } from './providers/logos/client.ts';
import { createOidcProvider } from './providers/oidc/client.ts';
import { createPlaidProvider } from './providers/plaid/client.ts';
import { createFinnhubProvider } from './providers/quotes/client.ts';
import { createMailProvider } from './providers/smtp/client.ts';
import { createStripeProvider } from './providers/stripe/client.ts';
import type { Services } from './services.ts';

/** Many jobs share a few connections, so a job may wait a long time for one. `connectionTimeout` is in milliseconds. */
const jobConnections = { maxConnections: 6, connectionTimeout: 60_000 };

/** Overrides the defaults of `createServices`. */
export interface ServiceOptions {
  clock?: Clock | undefined;
  /** Timeout and retries of calls to providers. */
  callPolicy?: CallPolicy | undefined;
  tracing?: Tracing | undefined;
}

/** Creates the services. None connects until it is used or started. */
export function createServices(
  settings: Settings,
  log: Logger,
  { clock = systemClock, callPolicy = defaultCallPolicy, tracing = noTracing }: ServiceOptions = {},
): Services {
  const metrics = createMetrics();
  const { observeCall, observeJob } = createWorkObservers(metrics, tracing);
  const connection = {
    url: settings.databaseUrl,
    directUrl: settings.databaseDirectUrl,
    preparesStatements: settings.preparesStatements,
    log,
    tracing,
  };
  const database = openDatabase(connection);
  const jobDatabase = openDatabase({ ...connection, ...jobConnections });
  const queue = createQueue(settings.databaseDirectUrl, log, {
    ownsSchema: settings.databaseOwnerUrl === null,
    runsJobs: settings.role !== 'web',
    observe: observeJob,
  });
  const pools = { main: database, jobs: jobDatabase };
  const backupDir = settings.walArchiveDays > 0 ? settings.backupDir : null;
  registerStateGauges(metrics.registry, {
    pools,
    queue,
    readArchiveState: () => readArchiveState({ database: queue, backupDir, clock }),
    log,
  });
  return {
    settings,
    database,
    jobDatabase,
    log,
    metrics,
    tracing,
    rateLimiter: createRateLimiter(database, settings.rateLimits, (limit) => {
      metrics.rateLimited.inc({ limit });
      log.info({ event: 'rate_limited', limit, ip: requestIp() });
    }),
    clock,
    queue,
    userEvents: createUserEvents(database, log),
    tokens: createSessionTokens(settings.keys.session, clock),
    sealer: createSealer(settings.keys.tokens),
    ...createProviders(settings, log, { clock, policy: { ...callPolicy, observe: observeCall } }),
  };
}

/** Creates the providers. Each call to one of them is measured by the policy's `observe`. */
function createProviders(
  settings: Settings,
  log: Logger,
  { clock, policy }: { clock: Clock; policy: CallPolicy & { observe: ObserveCall } },
) {
  const { observe } = policy;
  const { publicUrl } = settings;
  return {
    plaid: createPlaidProvider(settings.plaid, log, clock, policy),
    stripe: createStripeProvider(settings.stripe, observe),
    smtp: createMailProvider(settings.mail, observe),
    google: settings.google && createGoogleProvider(settings.google, log, clock, policy),
    apple:
      settings.apple &&
      createAppleProvider(
        { ...settings.apple, returnUrl: `${publicUrl}/api/code/apple/callback` },
        log,
        clock,
        policy,
      ),
    oidc: new Map(
      settings.oidc.map((provider) => [
        provider.name,
        createOidcProvider(
          { ...provider, returnUrl: `${publicUrl}/oidc/cb/${provider.name}` },
          log,
          clock,
          policy,
        ),
      ]),
    ),
    logos: createLogoFetcher({ ownOrigin: settings.sandboxUrl, timeout: 3_000, observe }),
    breaches: settings.breaches && createBreachChecker(settings.breaches, observe),
    quotes: settings.quotes && createFinnhubProvider(settings.quotes, log, clock, policy),
    exchange:
      settings.coinbase &&
      createCoinbaseProvider(
        { ...settings.coinbase, returnUrl: `${publicUrl}/crypto/callback` },
        log,
        policy,
      ),
  };
}
