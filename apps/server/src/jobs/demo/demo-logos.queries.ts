import type { Queries } from '../../platform/database/database.ts';
import { directory } from '../../platform/database/owned-sql.ts';
import type { DemoLogo } from './demo-logos.ts';

/** Saves the demo's logos as if they had just been fetched, because the websites of its merchants don't exist. */
export const saveDemoLogos = (queries: Queries, logos: readonly DemoLogo[], at: Date) =>
  queries.run(directory`
    insert into logos (digest, url, content_type, picture, fetched_at)
    select sha256(convert_to(url, 'UTF8')), url, 'image/png', picture, ${at}
    from unnest(
      ${logos.map(({ url }) => url)}::text[],
      ${logos.map(({ picture }) => picture)}::bytea[]
    ) as given (url, picture)
    -- Sorted, so that two processes write the rows in the same order and don't wait for each other.
    order by 1
    on conflict (digest) do update
    set content_type = excluded.content_type, picture = excluded.picture, fetched_at = excluded.fetched_at`);
