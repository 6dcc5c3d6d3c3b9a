import { bankingFiles } from './banking-files.ts';
import { cryptoFiles } from './crypto-files.ts';
import type { ExportedFile } from './exported-file.ts';
import { personFiles } from './person-files.ts';
import { planningFiles } from './planning-files.ts';
import { productFiles } from './product-files.ts';

/** Everything that is held on a user, by file, in the order of the archive. */
export const exportedFiles: readonly ExportedFile[] = [
  ...personFiles,
  ...bankingFiles,
  ...productFiles,
  ...planningFiles,
  ...cryptoFiles,
];

/** The tables with rows of users that are not in the archive, each with the reason. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  user_addresses: 'Leads from the address of the profile to the user',
  identities: 'Leads from the ways to sign in to the user',
  item_directory: 'Leads from the institutions to the user',
  payment_customers: 'Leads from the customer_id of the payments to the user',
  purchase_directory: 'Leads from the reference of a payment to the user',
  subscription_steps: 'What Cairn does next; it follows from paid_until of the profile',
  crypto_looks: 'When Cairn reads the exchange next',
  one_time_codes: 'Secrets of which only a hash is kept, and not for long',
  day_texts: 'Texts of the transactions, which are in the archive',
  day_totals: 'Sums of the transactions, which are in the archive',
  day_category_totals: 'Likewise',
  posted_days: 'Follows from the transactions: what posted in all on each day',
  sync_pages: 'What a sync under way has received; it becomes transactions when it ends',
};
