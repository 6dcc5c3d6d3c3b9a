import { owned } from '../../../platform/database/owned-sql.ts';
import { type ExportedRow, pageLimit, type ReadPage } from './exported-file.ts';

export const readExchangeLinks: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      id as cursor,
      exchange,
      state as status,
      linked_at,
      fetched_at,
      failed_at,
      unlinked_at
    from exchange_links
    where user_id = ${userId}
      and id > ${after}
    order by id
    ${pageLimit}`);

/**
 * Reads holdings in order of exchange and code. A code can contain a space, so the cursor is split at its first one
 * only.
 */
export const readHoldings: ReadPage = (queries, userId, after) => {
  const space = after.indexOf(' ');
  const [exchange, code] = [after.slice(0, Math.max(0, space)), after.slice(space + 1)];
  return queries.rows<ExportedRow>(owned`
    select
      exchange || ' ' || code as cursor,
      exchange,
      code,
      name,
      kind,
      round(amount, decimals)::text as amount,
      price::text as price
    from crypto_holdings
    where user_id = ${userId}
      and (exchange, code) > (${exchange}, ${code})
    order by
      exchange,
      code
    ${pageLimit}`);
};

export const readCryptoSnapshots: ReadPage = (queries, userId, after) => {
  const [exchange = '', day = '-infinity'] = after.split(' ');
  return queries.rows<ExportedRow>(owned`
    select
      exchange || ' ' || day as cursor,
      exchange,
      day,
      value,
      cash
    from crypto_snapshots
    where user_id = ${userId}
      and (exchange, day) > (${exchange}, ${day}::date)
    order by
      exchange,
      day
    ${pageLimit}`);
};
