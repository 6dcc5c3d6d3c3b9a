import type { Sql } from 'sql-template-tag';
import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';

/**
 * Writes the texts of days anew: all that can be found in the rows that an account has on a day, in lower case,
 * a line each. A merchant that the name tells already is not said twice.
 */
export async function rewriteDayTexts(
  queries: Queries,
  userId: UserId,
  days: readonly string[],
): Promise<void> {
  await queries.run(owned`
    delete from day_texts
    where user_id = ${userId}
      and day = any(${days}::date[])`);
  await queries.run(owned`
    insert into day_texts (user_id, day, account_id, text)
    select
      user_id,
      day,
      account_id,
      string_agg(
        concat_ws(
          E'\\n',
          lower(name),
          case when strpos(lower(name), lower(merchant_name)) = 0 then lower(merchant_name) end,
          lower(original_description)
        ),
        E'\\n'
      )
    from transactions
    where user_id = ${userId}
      and day = any(${days}::date[])
      and removed_at is null
      and not superseded
    group by
      user_id,
      day,
      account_id`);
}

/**
 * Whether a row of `counted_transactions t` holds a text in its name, merchant or description, in any letter
 * case: looked for in the texts of days first, of which there are few, and then in the rows of those days.
 */
export const holdsText = (text: string): Sql => fragment`
  exists (
    select 1
    from day_texts d
    where d.user_id = t.user_id
      and d.day = t.day
      and d.account_id = t.account_id
      and ${dayHoldsText(text)}
  )
  and ${rowHoldsText(text)}`;

/** Whether the texts of a day, `day_texts d`, hold a text: then one of its rows may. */
export const dayHoldsText = (text: string): Sql => fragment`
  strpos(d.text, lower(${text})) > 0`;

/** Whether a row itself does: the last word. */
export const rowHoldsText = (text: string): Sql => fragment`(
    strpos(lower(t.name), lower(${text})) > 0
    or strpos(lower(t.merchant_name), lower(${text})) > 0
    or strpos(lower(t.original_description), lower(${text})) > 0
  )`;
