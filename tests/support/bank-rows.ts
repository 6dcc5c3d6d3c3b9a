import type { CallReply } from '@cairn/contract/calls';
import type { TestClient } from './test-client.ts';

/** A listed transaction. */
export type ListedRow = CallReply<'POST /user/transactions/v2'>['transactions'][number];

/** Every listed transaction of a user, through every page. */
export async function allRows(client: TestClient): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await client.reply('POST /user/transactions/v2', {
      body: after === undefined ? {} : { after },
    });
    rows.push(...page.transactions);
    after = page.next;
  }
  return rows;
}

/** What was spent this month so far, as the chart says. */
export async function spentThisMonth(client: TestClient): Promise<number> {
  const { res } = await client.reply('GET /user/currentspending');
  return res.findLast(({ currentMonthSum }) => currentMonthSum !== null)?.currentMonthSum ?? 0;
}

/** A `user_custom` person with these accounts; transactions are dated today unless they say otherwise. */
export function customPerson(
  ...accounts: { name: string; transactions?: CustomRow[]; [more: string]: unknown }[]
): { username: string; password: string } {
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const override_accounts = accounts.map(({ name, transactions = [], ...more }, index) => ({
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
    ...more,
  }));
  return { username: 'user_custom', password: JSON.stringify({ override_accounts }) };
}

interface CustomRow {
  amount: number;
  [more: string]: unknown;
}
