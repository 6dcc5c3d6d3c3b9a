import { inject } from 'vitest';
import {
  storeSessionSettings,
  unlimitedSessionOptions,
} from '../../../apps/server/src/platform/database/session-settings.ts';

/**
 * Returns the URL for the connections of a test itself. If the run uses a pooler, the limits of servers' sessions are
 * stored with the role, and must not apply to them.
 */
export function withoutSessionLimits(url: string): string {
  if (inject('pooler') === null) return url;
  const address = new URL(url);
  address.searchParams.set('options', unlimitedSessionOptions);
  return address.href;
}

/**
 * Returns the environment variables with which a server reaches a test database: directly, or through the pooler if the
 * run uses one (`npm run test:pooler`). URLs of other servers and of fault proxies stay as they are.
 */
export async function databaseEnvironment(url: string): Promise<Record<string, string>> {
  const pooler = inject('pooler');
  const address = new URL(url);
  const shared = new URL(inject('databaseUrl'));
  if (pooler === null || address.searchParams.get('host') !== shared.searchParams.get('host'))
    return { DATABASE_URL: url };
  address.searchParams.delete('options');
  // As at each start: `startTestServer` starts without migrations, because the template is migrated.
  await storeSessionSettings(address.href);
  return {
    DATABASE_URL: new URL(address.pathname, pooler.url).href,
    DATABASE_LISTEN_URL: address.href,
    DATABASE_PREPARED_STATEMENTS: pooler.supportsPreparedStatements ? 'on' : 'off',
  };
}
