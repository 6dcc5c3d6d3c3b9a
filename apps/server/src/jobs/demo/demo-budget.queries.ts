import { canonicalCategory } from '@cairn/contract/rules/taxonomy';
import { demoBudget } from '@cairn/people/demo/demo-budget';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

// The same for each built-in user: ids are unique within a user.
const budgetId = '00000000-0000-7000-8000-00000000de60';

const decimal = (minor: number): string => (minor / 100).toFixed(2);

/** Replaces a built-in user's budget with the demo person's. */
export async function writeDemoBudget(queries: Queries, userId: UserId): Promise<void> {
  const { earnings, bills, spending, categories } = demoBudget;
  const planned = Object.entries(categories).map(([category, amount], index) => ({
    category: canonicalCategory(category),
    amount: decimal(amount),
    sort_order: index,
  }));
  await queries.run(owned`
    insert into budgets (user_id, id, earnings, bills, spending)
    values (${userId}, ${budgetId}, ${decimal(earnings)}, ${decimal(bills)}, ${decimal(spending)})
    on conflict (user_id) do update
    set
      earnings = excluded.earnings,
      bills = excluded.bills,
      spending = excluded.spending`);
  await queries.run(owned`
    delete from budget_categories
    where user_id = ${userId}`);
  await queries.run(owned`
    insert into budget_categories (user_id, category, amount, created_at)
    select
      ${userId},
      p.category,
      p.amount,
      now() + make_interval(secs => p.sort_order)
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p (
      category text, amount numeric, sort_order integer
    )`);
}
