import type { Settings } from './env.ts';
import type { BreachChecker } from './identity/strong-password.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import type { UserEvents } from './platform/events/user-events.ts';
import type { Queue } from './platform/jobs/queue.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/log.ts';
import type { Metrics } from './platform/observability/metrics.ts';
import type { Tracing } from './platform/observability/tracing.ts';
import type { ExchangeProvider } from './platform/providers/exchange-provider.ts';
import type { Sealer } from './platform/secrets/sealed-secrets.ts';
import type { SessionTokens } from './platform/secrets/session-tokens.ts';
import type { AppleProvider } from './providers/apple/client.ts';
import type { GoogleProvider } from './providers/google/client.ts';
import type { LogoFetcher } from './providers/logos/client.ts';
import type { OidcProvider } from './providers/oidc/client.ts';
import type { PlaidProvider } from './providers/plaid/client.ts';
import type { QuotesProvider } from './providers/quotes/client.ts';
import type { MailProvider } from './providers/smtp/client.ts';
import type { StripeProvider } from './providers/stripe/client.ts';

/** The services that features use. They are created once per process and have no state that belongs to a user. */
export interface Services {
  settings: Settings;
  database: Database;
  /** The same database for background jobs. It has its own pool, so jobs never use up the connections of requests. */
  jobDatabase: Database;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  rateLimiter: RateLimiter;
  clock: Clock;
  queue: Queue;
  userEvents: UserEvents;
  tokens: SessionTokens;
  sealer: Sealer;
  plaid: PlaidProvider;
  stripe: StripeProvider;
  smtp: MailProvider;
  /** Null if Google sign-in is not offered. */
  google: GoogleProvider | null;
  /** Null if Apple sign-in is not offered. */
  apple: AppleProvider | null;
  /** The operator's own sign-in providers, by name. */
  oidc: ReadonlyMap<string, OidcProvider>;
  logos: LogoFetcher;
  /** Null if new passwords are not looked up among leaked ones. */
  breaches: BreachChecker | null;
  /** Null if no stock prices are shown. */
  quotes: QuotesProvider | null;
  /** Null if no crypto exchange can be linked. */
  exchange: ExchangeProvider | null;
}
