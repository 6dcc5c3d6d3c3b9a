import type { Queries } from '../database/database.ts';
import { directory } from '../database/owned-sql.ts';
import type { UserId } from '../identifiers.ts';

export const insertCode = (
  queries: Queries,
  code: {
    codeHash: Buffer;
    purpose: string;
    userId: UserId | null;
    browserHash: Buffer | null;
    sealedDetail: string | null;
    seconds: number;
  },
) =>
  queries.run(directory`
    insert into one_time_codes (
      code_hash, purpose, user_id, browser_hash, sealed_detail, expires_at
    )
    values (
      ${code.codeHash}, ${code.purpose}, ${code.userId}, ${code.browserHash}, ${code.sealedDetail},
      now() + make_interval(secs => ${code.seconds})
    )`);

/** Stores a code as used. Returns false if it was stored before. */
export const insertUsedCode = async (
  queries: Queries,
  code: { codeHash: Buffer; purpose: string; expires: Date },
): Promise<boolean> =>
  (await queries.run(directory`
    insert into one_time_codes (code_hash, purpose, expires_at, used_at)
    values (${code.codeHash}, ${code.purpose}, ${code.expires}, now())
    on conflict (code_hash) do nothing`)) === 1;

/** Marks a code as used and returns it, if it is valid for this purpose and browser. */
export const markCodeUsed = (
  queries: Queries,
  code: { codeHash: Buffer; purpose: string; browserHash: Buffer | null },
) =>
  queries.row<{ user_id: string | null; sealed_detail: string | null }>(directory`
    update one_time_codes
    set used_at = now()
    where code_hash = ${code.codeHash}
      and purpose = ${code.purpose}
      and used_at is null
      and expires_at > now()
      and (browser_hash is null or browser_hash = ${code.browserHash})
    returning
      user_id,
      sealed_detail`);

export const markCodesUsed = (queries: Queries, userId: UserId, purposes: readonly string[]) =>
  queries.run(directory`
    update one_time_codes
    set used_at = now()
    where user_id = ${userId}
      and purpose = any(${purposes}::text[])
      and used_at is null`);

/** Prunes a few expired codes. Called for every new code, which keeps the table small. */
export const pruneExpiredCodes = (queries: Queries) =>
  queries.run(directory`
    delete from one_time_codes
    where code_hash in (
      select code_hash
      from one_time_codes
      where expires_at < now() - interval '1 day'
      order by expires_at
      limit 10
      for update skip locked
    )`);
