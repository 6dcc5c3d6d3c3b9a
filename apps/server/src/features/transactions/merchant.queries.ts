import { mainCurrency } from '../../domain/main-currency.ts';
import { type TransactionRow, transactionColumns } from '../../domain/transaction-rows.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** Lists a merchant's newest transactions, at most 1,000: some merchants have a hundred thousand. */
export const listOfMerchant = (queries: Queries, userId: UserId, merchant: string) =>
  queries.rows<TransactionRow>(owned`
    select ${transactionColumns}
    from counted_transactions t
    where t.user_id = ${userId}
      and coalesce(t.merchant_name, t.name) = ${merchant}
    order by t.day desc, t.id desc
    limit 1000`);

/** Spent at a merchant in one month. Money: decimal text. */
export interface MerchantMonthRow {
  month: string;
  spent: string;
  /** Excluded rows and rows in another currency. */
  not_counted: number;
}

/** Sums spending at a merchant per month with rows, in the main currency, through a day. */
export const spentAtMerchant = (
  queries: Queries,
  userId: UserId,
  { merchant, until }: { merchant: string; until: string },
) =>
  queries.rows<MerchantMonthRow>(owned`
    select
      to_char(t.day, 'YYYY-MM') as month,
      coalesce(sum(t.amount) filter (where t.side = 'spending' and t.currency = main.currency), 0)
        as spent,
      count(*) filter (where t.side is null or t.currency <> main.currency) as not_counted
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and coalesce(t.merchant_name, t.name) = ${merchant}
      and t.day <= ${until}::date
    group by to_char(t.day, 'YYYY-MM')
    order by month`);
