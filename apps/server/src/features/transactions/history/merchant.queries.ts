import { mainCurrency } from '../../../domain/money/main-currency.ts';
import {
  type TransactionRow,
  transactionColumns,
} from '../../../domain/transactions/transaction-rows.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** Lists a merchant's newest transactions, at most 1,000: some merchants have a hundred thousand. */
export const listMerchantTransactions = (queries: Queries, userId: UserId, merchant: string) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns(userId)}
    from counted_transactions t
    where t.user_id = ${userId}
      and coalesce(t.merchant_name, t.name) = ${merchant}
    order by t.day desc, t.id desc
    limit 1000`);

/** Spent at a merchant in one month. Amounts are decimal text. */
export interface MerchantMonthRow {
  month: string;
  spent: string;
  /** Excluded rows and rows in another currency. */
  omitted_count: number;
}

/** Sums the spending at a merchant in each month that has transactions, in the main currency, through a day. */
export const sumMerchantMonths = (
  queries: Queries,
  userId: UserId,
  { merchant, until }: { merchant: string; until: string },
) =>
  queries.rows<MerchantMonthRow>(owned`
    select
      to_char(t.day, 'YYYY-MM') as month,
      coalesce(sum(t.amount) filter (where t.side = 'spending' and t.currency = main.currency), 0)
        as spent,
      count(*) filter (where t.side is null or t.currency <> main.currency) as omitted_count
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and coalesce(t.merchant_name, t.name) = ${merchant}
      and t.day <= ${until}::date
    group by to_char(t.day, 'YYYY-MM')
    order by month`);
