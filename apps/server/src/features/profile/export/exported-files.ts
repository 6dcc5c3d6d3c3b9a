import { bankingFiles } from './banking-files.ts';
import { cryptoFiles } from './crypto-files.ts';
import type { ExportedFile } from './exported-file.ts';
import { planningFiles } from './planning-files.ts';
import { productFiles } from './product-files.ts';
import { userFiles } from './user-files.ts';

/** All files of the export, in the order of the archive. */
export const exportedFiles: readonly ExportedFile[] = [
  ...userFiles,
  ...bankingFiles,
  ...productFiles,
  ...planningFiles,
  ...cryptoFiles,
];

/** The tables with users' rows that are not exported, each with the reason. */
export const omittedTables: Readonly<Record<string, string>> = {
  user_addresses: 'Maps the address in the profile to the user',
  identities: 'Maps the sign-in methods to the user',
  passkey_credentials: 'Maps the passkeys to the user',
  session_directory: 'Maps the devices to the user',
  item_directory: 'Maps the institutions to the user',
  payment_customers: 'Maps the customer_id of the payments to the user',
  purchase_directory: 'Maps the reference of a payment to the user',
  subscription_steps: 'Upcoming steps of a lapse; derived from paid_until in the profile',
  crypto_polls: 'When the exchange is read next',
  factor_resets:
    'An open request to remove second factors; the sign-in that an export requires cancels it',
  link_intents: 'Links in progress; they become institutions or exchanges',
  one_time_codes: 'Secrets, stored briefly and only as hashes',
  idempotency_keys: 'Responses of the last 24 hours; their data is exported from other tables',
  search_texts: 'Texts of the transactions, which are exported',
  daily_totals: 'Sums of the transactions, which are exported',
  daily_category_totals: 'Sums of the transactions, which are exported',
  monthly_group_totals: 'Sums of the transactions, which are exported',
  daily_posted_totals: 'Derived from the transactions: the total posted on each day',
  sync_pages: 'Pages that a running sync has staged; they become transactions when it ends',
};
