import type { Queries } from '../../../platform/database/database.ts';
import { directory } from '../../../platform/database/owned-sql.ts';

/** Inserts the logo URLs of transactions. Only URLs in this table are ever fetched. */
export const insertLogos = (queries: Queries, urls: readonly string[]) =>
  queries.run(directory`
    insert into logos (digest, url)
    select distinct sha256(convert_to(url, 'UTF8')), url
    from unnest(${urls}::text[]) as given (url)
    order by 1
    on conflict (digest) do nothing`);
