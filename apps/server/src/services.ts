import type { Settings } from './env.ts';
import type { Announcements } from './platform/announcements.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { ExchangeProvider } from './platform/exchange-provider.ts';
import type { Limits } from './platform/limits.ts';
import type { Logger } from './platform/log.ts';
import type { Queue } from './platform/queue.ts';
import type { Sealer } from './platform/sealed-secrets.ts';
import type { SessionTokens } from './platform/session-tokens.ts';
import type { AppleProvider } from './providers/apple/client.ts';
import type { GoogleProvider } from './providers/google/client.ts';
import type { LogoSource } from './providers/logos/client.ts';
import type { PlaidProvider } from './providers/plaid/client.ts';
import type { QuotesProvider } from './providers/quotes/client.ts';
import type { MailProvider } from './providers/smtp/client.ts';
import type { StripeProvider } from './providers/stripe/client.ts';

/** The services that features use. Created once per process. They hold no user's state. */
export interface Services {
  settings: Settings;
  database: Database;
  log: Logger;
  limits: Limits;
  clock: Clock;
  queue: Queue;
  announcements: Announcements;
  tokens: SessionTokens;
  sealer: Sealer;
  plaid: PlaidProvider;
  stripe: StripeProvider;
  smtp: MailProvider;
  /** Null if Google sign-in is not offered. */
  google: GoogleProvider | null;
  /** Null if Apple sign-in is not offered. */
  apple: AppleProvider | null;
  logos: LogoSource;
  /** Null if no stock prices are shown. */
  quotes: QuotesProvider | null;
  /** Null if no crypto exchange can be linked. */
  exchange: ExchangeProvider | null;
}
