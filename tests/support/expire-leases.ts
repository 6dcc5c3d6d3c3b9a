import { backdate } from './database/backdate.ts';
import { queryDirectly } from './database/direct-connection.ts';

/**
 * Expires the heartbeats, leases, and claims of a killed process, so that the next process takes over its
 * work at once. killed-sync.test.ts and mail.test.ts wait for the real expiry.
 */
export async function expireLeasesOfKilledProcess(databaseUrl: string): Promise<void> {
  for (const statement of [
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
    `update items set lease_until = now() - interval '1 second' where lease_until > now()`,
    `update link_intents set lease_until = now() - interval '1 second' where lease_until > now()`,
    `update outgoing_mail set ${backdate('handed_over_at', '1 minute')}
     where handed_over_at is not null and sealed_content is not null`,
  ])
    await queryDirectly(databaseUrl, statement);
}
