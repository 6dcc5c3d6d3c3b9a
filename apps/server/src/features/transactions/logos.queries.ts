import type { Queries } from '../../platform/database.ts';
import { directory } from '../../platform/owned-sql.ts';
import type { Picture } from '../../providers/logos/client.ts';

/** A logo that at least one transaction has. */
export interface KnownLogo {
  url: string;
  /** Null if it was never fetched. */
  asked_at: Date | null;
  content_type: Picture['type'] | null;
  picture: Buffer | null;
}

/** Returns the logo whose URL has this SHA-256 digest. */
export const findLogo = (queries: Queries, digest: Buffer) =>
  queries.row<KnownLogo>(directory`
    select url, asked_at, content_type, picture
    from logos
    where digest = ${digest}`);

/** Saves the result of a fetch. A failed fetch keeps the previous picture. */
export const keepLogo = (
  queries: Queries,
  digest: Buffer,
  { at, picture }: { at: Date; picture: Picture | null },
) =>
  queries.run(directory`
    update logos
    set
      asked_at = ${at},
      content_type = coalesce(${picture?.type ?? null}, content_type),
      picture = coalesce(${picture?.bytes ?? null}, picture)
    where digest = ${digest}`);

/** Deletes the least recently fetched pictures until the rest fits in `bytes`. */
export const dropLogosBeyond = (queries: Queries, bytes: number) =>
  queries.run(directory`
    update logos
    set content_type = null, picture = null, asked_at = null
    where digest in (
      select digest
      from (
        select digest, sum(octet_length(picture)) over (order by asked_at desc, digest) as total_bytes
        from logos
        where picture is not null
      ) pictures
      where total_bytes > ${bytes}
    )`);
