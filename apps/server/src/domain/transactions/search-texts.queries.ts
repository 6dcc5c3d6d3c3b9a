import type { Sql } from 'sql-template-tag';
import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/**
 * Rebuilds the search texts of days, one per account and day. A search text has the fields of all transactions of that
 * day, in lower case and one per line, with their categories, amounts, tags, and states. A merchant that the name
 * contains is not repeated.
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
    insert into search_texts (
      user_id, day, account_id, text, categories, amounts, tag_ids,
      has_pending, has_excluded, has_reviewed, has_note
    )
    select
      user_id,
      day,
      account_id,
      string_agg(
        concat_ws(
          E'\\n',
          lower(name),
          case when strpos(lower(name), lower(merchant_name)) = 0 then lower(merchant_name) end,
          lower(original_description),
          lower(note)
        ),
        E'\\n'
      ),
      array_agg(distinct category) || array_agg(distinct category_group),
      array_agg(distinct abs(amount) order by abs(amount)),
      -- No aggregate joins arrays of different lengths.
      coalesce(
        string_to_array(
          string_agg(array_to_string(tag_ids, ','), ',') filter (where tag_ids <> '{}'),
          ','
        )::uuid[],
        '{}'
      ),
      bool_or(pending),
      bool_or(excluded is not null),
      bool_or(reviewed),
      bool_or(note is not null)
    from counted_transactions
    where user_id = ${userId}
      and day = any(${days}::date[])
    group by
      user_id,
      day,
      account_id`);
}

/** Rebuilds the search texts of the days of transactions whose totals don't change. */
export async function rebuildSearchTextsOf(
  queries: Queries,
  userId: UserId,
  transactionIds: readonly string[],
): Promise<void> {
  await rebuildSearchTexts(queries, userId, await listDaysOf(queries, userId, transactionIds));
}

/** Lists the days that transactions are on. */
export async function listDaysOf(
  queries: Queries,
  userId: UserId,
  transactionIds: readonly string[],
): Promise<string[]> {
  const rows = await queries.rows<{ day: string }>(owned`
    select distinct day
    from transactions
    where user_id = ${userId}
      and id = any(${transactionIds}::uuid[])`);
  return rows.map(({ day }) => day);
}

/** SQL condition: the search text `d` of a day contains a text, so one of its transactions may. */
export const searchTextMatches = (text: string): Sql => fragment`
  strpos(d.text, lower(${text})) > 0`;

/** SQL condition: the row `t` itself contains a text in its name, merchant, description, or note, case-insensitively. */
export const rowMatches = (text: string): Sql => fragment`(
    strpos(lower(t.name), lower(${text})) > 0
    or strpos(lower(t.merchant_name), lower(${text})) > 0
    or strpos(lower(t.original_description), lower(${text})) > 0
    or strpos(lower(t.note), lower(${text})) > 0
  )`;
