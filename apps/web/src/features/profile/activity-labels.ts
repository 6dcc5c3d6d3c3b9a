import { formatMessage } from '@cairn/contract/text/copy';
import {
  Bell,
  CreditCard,
  Download,
  Fingerprint,
  Landmark,
  LifeBuoy,
  Link2,
  Link2Off,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  Unlink,
  UserPlus,
} from 'lucide-react';
import type { ActivityEntry } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';

interface ActivityLabel {
  readonly text: string;
  readonly icon: LucideIcon;
}

const labels: Readonly<Record<string, string>> = profileCopy.activity.events;

const icons: Record<keyof typeof profileCopy.activity.events, LucideIcon> = {
  signed_up: UserPlus,
  signed_in: LogIn,
  signed_out: LogOut,
  sign_in_failed: ShieldAlert,
  session_revoked: LogOut,
  session_copied: ShieldAlert,
  sessions_ended_by_operator: LogOut,
  sign_in_linked: Link2,
  sign_in_unlinked: Link2Off,
  passkey_added: Fingerprint,
  passkey_removed: Fingerprint,
  passkey_rejected: ShieldAlert,
  second_factor_added: ShieldCheck,
  second_factor_removed: ShieldOff,
  second_factor_failed: ShieldAlert,
  recovery_code_used: LifeBuoy,
  recovery_codes_replaced: ShieldCheck,
  factor_reset_requested: ShieldAlert,
  factor_reset_canceled: ShieldCheck,
  factor_reset_completed: ShieldOff,
  device_trusted: ShieldCheck,
  device_untrusted: ShieldOff,
  step_up_failed: ShieldAlert,
  password_changed: ShieldCheck,
  password_reset_requested: Mail,
  password_reset: ShieldCheck,
  email_change_requested: Mail,
  email_changed: MailCheck,
  email_verified: MailCheck,
  institution_linked: Landmark,
  institution_unlinked: Unlink,
  access_withdrawn: Unlink,
  account_withdrawn: Unlink,
  exchange_linked: Link2,
  exchange_unlinked: Unlink,
  transactions_exported: Download,
  balances_exported: Download,
  recurring_exported: Download,
  exported: Download,
  subscribed: CreditCard,
  subscription_renewed: CreditCard,
  subscription_ending: CreditCard,
  subscription_resumed: CreditCard,
  subscription_ended: CreditCard,
  payment_failed: CreditCard,
  payment_refunded: CreditCard,
  payment_disputed: CreditCard,
  dispute_won: CreditCard,
};
const iconByEvent: Readonly<Record<string, LucideIcon>> = icons;

/** The label of an event. An event without one is labeled by its name: `quota_raised` as `Quota raised`. */
export function activityLabel(event: string): ActivityLabel {
  const name = event.replaceAll('_', ' ');
  return {
    text: labels[event] ?? name.charAt(0).toUpperCase() + name.slice(1),
    icon: iconByEvent[event] ?? Bell,
  };
}

/** What is shown after an event's label, in order: its detail, and where it came from. */
export function activityDetails({ detail, ip }: Pick<ActivityEntry, 'detail' | 'ip'>): string[] {
  const { fromAddress, fromNetwork } = profileCopy.activity;
  return [
    ...(detail === '' ? [] : [detail]),
    ...(ip === null ? [] : [formatMessage(ip.includes('/') ? fromNetwork : fromAddress, { ip })]),
  ];
}

/** The events that have labels. A test checks that none is missing. */
export const labeledEvents: readonly string[] = Object.keys(labels);
