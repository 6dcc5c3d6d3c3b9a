import { askAside } from './side-connection.ts';

/**
 * Lets the time pass after which the work of a process that was killed is taken up by the next: the signs of
 * life of its jobs, its leases and its claims are of long ago. How long that really takes is held by
 * killed-sync.test.ts and mail.test.ts, which wait for it.
 */
export async function passTimeSinceKill(databaseUrl: string): Promise<void> {
  for (const statement of [
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
    `update items set lease_until = now() - interval '1 second' where lease_until > now()`,
    `update outgoing_mail set handed_over_at = handed_over_at - interval '1 minute'
     where handed_over_at is not null and sealed_content is not null`,
  ])
    await askAside(databaseUrl, statement);
}
