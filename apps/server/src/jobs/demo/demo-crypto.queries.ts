import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { cryptoHoldingRecords, type DemoCrypto } from './demo-crypto.ts';

/** The built-in users' exchange link. It has no tokens, because the data is generated. */
const linkId = '00000000-0000-7000-8000-00000000de60';

/** Replaces a built-in user's exchange link, holdings, and history. */
export async function writeDemoCrypto(
  queries: Queries,
  userId: UserId,
  exchange: string,
  { since, holdings, history }: DemoCrypto,
): Promise<void> {
  await queries.run(owned`
    insert into exchange_links (
      user_id, id, exchange, sealed_tokens, access_until, fetched_at, linked_at
    )
    values (${userId}, ${linkId}, ${exchange}, '', now(), now(), ${since}::timestamptz)
    on conflict (user_id, id) do update
    set
      exchange = excluded.exchange,
      fetched_at = excluded.fetched_at,
      linked_at = excluded.linked_at`);
  await queries.run(owned`
    delete from crypto_holdings
    where user_id = ${userId}`);
  await queries.run(owned`
    delete from crypto_snapshots
    where user_id = ${userId}`);
  await queries.run(owned`
    insert into crypto_holdings (user_id, exchange, code, name, kind, amount, decimals, price)
    select
      ${userId}, ${exchange}, h.code, h.name, h.kind, h.amount, h.decimals, h.price
    from jsonb_to_recordset(${JSON.stringify(cryptoHoldingRecords(holdings))}::jsonb)
      as h (code text, name text, kind text, amount numeric, decimals smallint, price numeric)`);
  await queries.run(owned`
    insert into crypto_snapshots (user_id, exchange, day, value, cash)
    select
      ${userId}, ${exchange}, s.day, s.value, s.cash
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb)
      as s (day date, value numeric, cash numeric)`);
}
