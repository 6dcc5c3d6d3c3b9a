import { inject } from 'vitest';
import {
  storeSessionSettings,
  unlimitedSessionOptions,
} from '../../../apps/server/src/platform/database/session-settings.ts';

/**
 * Returns the URL for a test's own connections. If the run uses a pooler, the limits of servers' sessions are stored with
 * the role. They must not apply to a test's own sessions.
 */
export function withoutSessionLimits(url: string): string {
  if (inject('pooler') === null) return url;
  const address = new URL(url);
  address.searchParams.set('options', unlimitedSessionOptions);
  return address.href;
}

/**
 * Returns the environment variables with which a server reaches a test database: directly, or through the pooler if the
 * run uses one (`npm run test:pooler`). URLs of other servers and of fault proxies are not changed.
 */
export async function databaseEnvironment(url: string): Promise<Record<string, string>> {
  const pooler = inject('pooler');
  const address = new URL(url);
  const shared = new URL(inject('databaseUrl'));
  if (pooler === null || address.searchParams.get('host') !== shared.searchParams.get('host'))
    return { DATABASE_URL: url };
  address.searchParams.delete('options');
  // A start with migrations would do this, but `startTestServer` starts without them, because the template is migrated.
  await storeSessionSettings(address.href);
  return {
    DATABASE_URL: new URL(address.pathname, pooler.url).href,
    DATABASE_LISTEN_URL: address.href,
    DATABASE_PREPARED_STATEMENTS: pooler.supportsPreparedStatements ? 'on' : 'off',
  };
}
