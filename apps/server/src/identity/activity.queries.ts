import type { Queries } from '../platform/database/database.ts';
import { fragment, owned } from '../platform/database/owned-sql.ts';
import { requestIp } from '../platform/http/request-ip.ts';
import { newId, type UserId } from '../platform/identifiers.ts';

/** The kinds of audit events that a user can read in the activity log. */
export type ActivityEvent =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_failed'
  | 'session_revoked'
  | 'session_copied'
  | 'sessions_ended_by_operator'
  | 'sign_in_linked'
  | 'sign_in_unlinked'
  | 'passkey_added'
  | 'passkey_removed'
  /** A passkey was rejected as a copy, because its count of signatures didn't rise. */
  | 'passkey_rejected'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_failed'
  | 'recovery_code_used'
  | 'recovery_codes_replaced'
  | 'step_up_failed'
  | 'factor_reset_requested'
  | 'factor_reset_canceled'
  | 'factor_reset_completed'
  | 'device_trusted'
  | 'device_untrusted'
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'email_change_requested'
  | 'email_changed'
  | 'email_verified'
  | 'institution_linked'
  | 'institution_unlinked'
  | 'access_withdrawn'
  | 'account_withdrawn'
  | 'exchange_linked'
  | 'exchange_unlinked'
  | 'transactions_exported'
  | 'balances_exported'
  | 'recurring_exported'
  | 'exported'
  | 'subscribed'
  | 'subscription_renewed'
  | 'subscription_ending'
  | 'subscription_resumed'
  | 'subscription_ended'
  | 'payment_failed'
  | 'payment_refunded'
  | 'payment_disputed'
  | 'dispute_won';

/** SQL for the retention period of audit events. */
export const activityRetention = fragment`interval '12 months'`;

/**
 * Records an event in the user's activity log. `detail` is shown to the user: a device, a name, or an email address.
 * `ip`: where the request came from, by default the address of the current request. Each call also prunes a few of the
 * user's expired events.
 */
export async function recordActivity(
  queries: Queries,
  {
    userId,
    event,
    detail = '',
    ip = requestIp(),
  }: { userId: UserId; event: ActivityEvent; detail?: string; ip?: string | null },
): Promise<void> {
  await queries.run(owned`
    insert into activity (user_id, id, event, detail, ip)
    values (${userId}, ${newId()}, ${event}, ${detail}, ${ip})`);
  await queries.run(owned`
    delete from activity
    where user_id = ${userId}
      and at < now() - ${activityRetention}
      and id in (
        select id
        from activity
        where user_id = ${userId}
        order by id
        limit 10
      )`);
}
