import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** An account as the link script reports it. */
export interface ReportedAccount {
  name: string;
  mask: string | null;
  subtype: string | null;
}

/** An item that has accounts of the same name, mask, and subtype. */
export interface MatchingItem {
  item_id: string;
  institution_name: string;
  accounts: { name: string; mask: string | null }[];
}

/**
 * Finds the item at an institution (the aggregator's id) that has the most of these accounts, if one has any.
 * Removed and revoked items don't count: they can only be linked again.
 */
export const findMatchingItem = (
  queries: Queries,
  userId: UserId,
  institutionId: string,
  accounts: readonly ReportedAccount[],
) =>
  queries.row<MatchingItem>(owned`
    select
      i.provider_item_id as item_id,
      i.institution_name,
      jsonb_agg(
        jsonb_build_object('name', coalesce(a.custom_name, a.name), 'mask', a.mask)
        order by a.id
      ) as accounts
    from items i
    join accounts a
      on a.user_id = i.user_id
      and a.item_id = i.id
    where i.user_id = ${userId}
      and i.institution_id = ${institutionId}
      and i.health not in ('removed', 'revoked')
      and exists (
        select 1
        from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as t (
          name text, mask text, subtype text
        )
        where t.name = a.name
          and t.mask is not distinct from a.mask
          and t.subtype is not distinct from a.subtype
      )
    group by
      i.user_id,
      i.id
    order by
      count(*) desc,
      i.created_at
    limit 1`);
