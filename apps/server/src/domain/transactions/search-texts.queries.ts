import type { Sql } from 'sql-template-tag';
import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/**
 * Rebuilds the search texts of days: the searchable text of all transactions per account and day, in lower case,
 * one line per field. A merchant that the name contains is not repeated.
 */
export async function rebuildSearchTexts(
  queries: Queries,
  userId: UserId,
  days: readonly string[],
): Promise<void> {
  await queries.run(owned`
    delete from search_texts
    where user_id = ${userId}
      and day = any(${days}::date[])`);
  await queries.run(owned`
    insert into search_texts (user_id, day, account_id, text)
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
 * SQL condition: a row of `counted_transactions t` contains a text in its name, merchant, or description,
 * case-insensitively. Search texts are checked first, because there are far fewer days than rows.
 */
export const transactionMatches = (userId: UserId, text: string): Sql => fragment`
  exists (
    select 1
    from search_texts d
    where d.user_id = ${userId}
      and d.day = t.day
      and d.account_id = t.account_id
      and ${searchTextMatches(text)}
  )
  and ${rowMatches(text)}`;

/** SQL condition: the search text `d` of a day contains a text, so one of its transactions may. */
export const searchTextMatches = (text: string): Sql => fragment`
  strpos(d.text, lower(${text})) > 0`;

/** SQL condition: the row `t` itself contains a text. */
export const rowMatches = (text: string): Sql => fragment`(
    strpos(lower(t.name), lower(${text})) > 0
    or strpos(lower(t.merchant_name), lower(${text})) > 0
    or strpos(lower(t.original_description), lower(${text})) > 0
  )`;
