import type { Queries } from '../../../platform/database/database.ts';
import { directory } from '../../../platform/database/owned-sql.ts';
import type { Logo } from '../../../providers/logos/client.ts';

/** A logo of a merchant or an institution. */
export interface LogoRow {
  /** Null for an institution's logo, which the aggregator sends as a picture. */
  url: string | null;
  /** Null if it was never fetched. */
  fetched_at: Date | null;
  content_type: Logo['type'] | null;
  picture: Buffer | null;
}

/** Returns the logo with this digest: the SHA-256 of its URL, or of the picture if it has no URL. */
export const findLogo = (queries: Queries, digest: Buffer) =>
  queries.row<LogoRow>(directory`
    select url, fetched_at, content_type, picture
    from logos
    where digest = ${digest}`);

/** Saves the result of a fetch. A failed fetch keeps the previous picture. */
export const saveLogo = (
  queries: Queries,
  digest: Buffer,
  { at, picture }: { at: Date; picture: Logo | null },
) =>
  queries.run(directory`
    update logos
    set
      fetched_at = ${at},
      content_type = coalesce(${picture?.type ?? null}, content_type),
      picture = coalesce(${picture?.bytes ?? null}, picture)
    where digest = ${digest}`);

/**
 * Deletes the least recently fetched pictures until the others fit in `bytes`. Keeps those without a URL, because they
 * can't be fetched again.
 */
export const pruneLogos = (queries: Queries, bytes: number) =>
  queries.run(directory`
    update logos
    set content_type = null, picture = null, fetched_at = null
    where digest in (
      select digest
      from (
        select digest, sum(octet_length(picture)) over (order by fetched_at desc, digest) as total_bytes
        from logos
        where picture is not null
          and url is not null
      ) pictures
      where total_bytes > ${bytes}
    )`);
