import {
  Bell,
  CreditCard,
  Download,
  Landmark,
  Link2,
  Link2Off,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  ShieldAlert,
  ShieldCheck,
  Unlink,
  UserPlus,
} from 'lucide-react';

interface Words {
  readonly text: string;
  readonly icon: LucideIcon;
}

/** What each event of the log is called. */
const words: Record<string, Words> = {
  signed_up: { text: 'You signed up', icon: UserPlus },
  signed_in: { text: 'Signed in', icon: LogIn },
  signed_out: { text: 'Signed out', icon: LogOut },
  sign_in_refused: { text: 'A sign-in was refused', icon: ShieldAlert },
  session_ended: { text: 'A session was ended', icon: LogOut },
  sign_in_linked: { text: 'A way to sign in was linked', icon: Link2 },
  sign_in_unlinked: { text: 'A way to sign in was unlinked', icon: Link2Off },
  password_changed: { text: 'Password changed', icon: ShieldCheck },
  password_reset_asked: { text: 'A mail to reset the password was asked for', icon: Mail },
  password_reset: { text: 'Password reset', icon: ShieldCheck },
  email_change_asked: { text: 'A change of the email was asked for', icon: Mail },
  email_changed: { text: 'Email changed', icon: MailCheck },
  email_verified: { text: 'Email validated', icon: MailCheck },
  institution_linked: { text: 'Institution linked', icon: Landmark },
  institution_unlinked: { text: 'Institution unlinked', icon: Unlink },
  access_withdrawn: { text: 'Access withdrawn at the bank', icon: Unlink },
  account_withdrawn: { text: 'Account withdrawn at the bank', icon: Unlink },
  exchange_linked: { text: 'Crypto exchange linked', icon: Link2 },
  exchange_unlinked: { text: 'Crypto exchange unlinked', icon: Unlink },
  transactions_exported: { text: 'Transactions were downloaded', icon: Download },
  balances_exported: { text: 'Balances were downloaded', icon: Download },
  recurring_exported: { text: 'Recurring payments were downloaded', icon: Download },
  exported: { text: 'Your data was downloaded', icon: Download },
  subscribed: { text: 'You subscribed', icon: CreditCard },
  subscription_renewed: { text: 'Subscription renewed', icon: CreditCard },
  subscription_ending: { text: 'Subscription canceled: it is not renewed', icon: CreditCard },
  subscription_kept: { text: 'Subscription kept: it is renewed after all', icon: CreditCard },
  subscription_ended: { text: 'Subscription ended', icon: CreditCard },
  payment_failed: { text: 'A payment failed', icon: CreditCard },
  payment_refunded: { text: 'Your payment was refunded', icon: CreditCard },
  payment_disputed: { text: 'Your payment was disputed', icon: CreditCard },
  dispute_won: { text: 'The dispute of your payment is over', icon: CreditCard },
};

/** An event in words; one we have no words for is told by its own name: `quota_raised`, `Quota raised`. */
export function activityWords(event: string): Words {
  const plain = event.replaceAll('_', ' ');
  return words[event] ?? { text: plain.charAt(0).toUpperCase() + plain.slice(1), icon: Bell };
}

/** The events that have words, for the test that none is missing. */
export const toldEvents: readonly string[] = Object.keys(words);
