import type { Settings } from './env.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/database.ts';
import { createUserEvents } from './platform/events/user-events.ts';
import { requestIp } from './platform/http/request-ip.ts';
import { createQueue } from './platform/jobs/queue.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { CallPolicy } from './platform/providers/retry.ts';
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

/** Many jobs run at once, so they wait for one of a few connections. `connectionTimeout`: in milliseconds. */
const jobConnections = { maxConnections: 6, connectionTimeout: 60_000 };

/** Creates the services. None connects until it is used or started. */
export function createServices(
  settings: Settings,
  log: Logger,
  clock: Clock = systemClock,
  callPolicy?: CallPolicy,
): Services {
  const metrics = createMetrics();
  const database = openDatabase({
    url: settings.databaseUrl,
    listenUrl: settings.databaseListenUrl,
    log,
  });
  return {
    settings,
    database,
    jobDatabase: openDatabase({
      url: settings.databaseUrl,
      listenUrl: settings.databaseListenUrl,
      log,
      ...jobConnections,
    }),
    log,
    metrics,
    rateLimiter: createRateLimiter(database, settings.rateLimits, (limit) => {
      metrics.rateLimited.inc({ limit });
      log.info({ event: 'rate_limited', limit, ip: requestIp() });
    }),
    clock,
    queue: createQueue(settings.databaseUrl, log, {
      ownsSchema: settings.databaseOwnerUrl === null,
    }),
    userEvents: createUserEvents(database, log),
    tokens: createSessionTokens(settings.keys.session, clock),
    sealer: createSealer(settings.keys.tokens),
    plaid: createPlaidProvider(settings.plaid, log, clock, callPolicy),
    stripe: createStripeProvider(settings.stripe),
    smtp: createMailProvider(settings.mail),
    google: settings.google && createGoogleProvider(settings.google, log, clock, callPolicy),
    apple:
      settings.apple &&
      createAppleProvider(
        { ...settings.apple, returnUrl: `${settings.publicUrl}/api/code/apple/callback` },
        log,
        clock,
        callPolicy,
      ),
    oidc: new Map(
      settings.oidc.map((provider) => [
        provider.name,
        createOidcProvider(
          { ...provider, returnUrl: `${settings.publicUrl}/oidc/cb/${provider.name}` },
          log,
          clock,
          callPolicy,
        ),
      ]),
    ),
    logos: createLogoFetcher({ ownOrigin: settings.sandboxUrl, timeout: 3_000 }),
    breaches: settings.breaches && createBreachChecker(settings.breaches),
    quotes: settings.quotes && createFinnhubProvider(settings.quotes, log, clock, callPolicy),
    exchange:
      settings.coinbase &&
      createCoinbaseProvider(
        { ...settings.coinbase, returnUrl: `${settings.publicUrl}/crypto/callback` },
        log,
        callPolicy,
      ),
  };
}
