import type { Queries } from '../../platform/database.ts';
import { directory } from '../../platform/owned-sql.ts';
import type { Picture } from '../../providers/logos/client.ts';

/** A logo that some transaction carries. */
export interface KnownLogo {
  url: string;
  /** Null where it was never asked for. */
  asked_at: Date | null;
  content_type: Picture['type'] | null;
  picture: Buffer | null;
}

/** The logo whose address has this SHA-256. */
export const findLogo = (queries: Queries, digest: Buffer) =>
  queries.row<KnownLogo>(directory`
    select url, asked_at, content_type, picture
    from logos
    where digest = ${digest}`);

/** Keeps what asking for a logo came to; where nothing came, a picture of before stays. */
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

/** Drops the pictures that were asked for longest ago, beyond so many bytes of all. */
export const dropLogosBeyond = (queries: Queries, bytes: number) =>
  queries.run(directory`
    update logos
    set content_type = null, picture = null, asked_at = null
    where digest in (
      select digest
      from (
        select digest, sum(octet_length(picture)) over (order by asked_at desc, digest) as so_far
        from logos
        where picture is not null
      ) kept
      where so_far > ${bytes}
    )`);
