import type { CallResponse } from '@cairn/contract/calls';
import type { TestClient } from '../requests/test-client.ts';

/** A listed transaction. */
export type ListedTransaction = CallResponse<'POST /user/transactions/v2'>['transactions'][number];

/** Lists all transactions of a user, through all pages. */
export async function listAllTransactions(client: TestClient): Promise<ListedTransaction[]> {
  const rows: ListedTransaction[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await client.request('POST /user/transactions/v2', {
      body: after === undefined ? {} : { after },
    });
    rows.push(...page.transactions);
    after = page.next;
  }
  return rows;
}

/** Returns the amount spent this month so far, from the spending chart. */
export async function fetchSpentThisMonth(client: TestClient): Promise<number> {
  const { res } = await client.request('GET /user/currentspending');
  return res.findLast(({ currentMonthSum }) => currentMonthSum !== null)?.currentMonthSum ?? 0;
}

/** Returns the credentials of a `user_custom` person with these accounts. Transactions without dates are from today. */
export function customPerson(
  ...accounts: { name: string; transactions?: CustomRow[]; [field: string]: unknown }[]
): { username: string; password: string } {
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const override_accounts = accounts.map(({ name, transactions = [], ...fields }, index) => ({
    type: 'depository',
    subtype: 'checking',
    starting_balance: 1_000,
    currency: 'USD',
    meta: { name, mask: String(1_000 + index) },
    transactions: transactions.map((row) => ({
      date_transacted: today,
      date_posted: today,
      description: 'Something',
      currency: 'USD',
      category: 'general_merchandise_other_general_merchandise',
      ...row,
    })),
    ...fields,
  }));
  return { username: 'user_custom', password: JSON.stringify({ override_accounts }) };
}

interface CustomRow {
  amount: number;
  [field: string]: unknown;
}
