import type { Queries } from '../database/database.ts';
import { directory } from '../database/owned-sql.ts';

/** A violation of a page's content security policy. */
export interface CspViolation {
  /** Such as `script-src`. */
  directive: string;
  /** The host of what was blocked, or a keyword such as `inline`. */
  blocked: string;
  /** True if it was only reported, and not blocked. */
  isReportOnly: boolean;
}

/** How many different violations are stored per day: anyone can send reports, which must not fill the database. */
export const maxViolationsPerDay = 200;

/**
 * Counts a violation on a day (`YYYY-MM-DD`). After {@link maxViolationsPerDay} different violations on one day,
 * further ones are counted together as `others`. Returns the row that was counted, with its count so far.
 */
export async function countViolation(
  queries: Queries,
  day: string,
  { directive, blocked, isReportOnly }: CspViolation,
): Promise<CspViolation & { count: number }> {
  const [row] = await queries.rows<CspViolation & { count: number }>(directory`
    insert into csp_reports (day, directive, blocked, report_only)
    select
      ${day}::date,
      ${directive},
      case
        when (select count(*) from csp_reports where day = ${day}::date) < ${maxViolationsPerDay}
          or exists (
            select
            from csp_reports
            where day = ${day}::date
              and directive = ${directive}
              and blocked = ${blocked}
              and report_only = ${isReportOnly}
          )
        then ${blocked}
        else 'others'
      end,
      ${isReportOnly}
    on conflict (day, directive, blocked, report_only)
    do update set count = csp_reports.count + 1
    returning
      directive,
      blocked,
      report_only as "isReportOnly",
      count`);
  if (row === undefined) throw new Error('A violation was not counted');
  return row;
}
