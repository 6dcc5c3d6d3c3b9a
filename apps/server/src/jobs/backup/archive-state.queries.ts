import type { Queue } from '../../platform/jobs/queue.ts';

export interface ArchiverRow {
  /** Identifies the database in the folder of the archives. */
  system_id: string;
  /** True if the latest attempt to archive a file of the log failed. */
  is_failing: boolean;
  /**
   * How many complete files of the log are waiting. Null if none has been archived since PostgreSQL's statistics began.
   */
  waiting_segments: number | null;
}

/** Reads the state of the log's archiving. Undefined if the log is not archived. */
export async function readArchiver(
  database: Pick<Queue, 'executeSql'>,
): Promise<ArchiverRow | undefined> {
  // The last 16 digits of a file's name are two numbers: the first counts spans of 4 GB, and the second counts the
  // files within one span.
  const { rows } = await database.executeSql(`
    with position as (
      select
        pg_size_bytes(current_setting('wal_segment_size')) as segment_bytes,
        pg_current_wal_lsn() - '0/0'::pg_lsn as current_byte,
        substring(last_archived_wal from '^[0-9A-F]{8}([0-9A-F]{16})') as archived,
        coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as is_failing
      from pg_stat_archiver
      where current_setting('archive_mode') <> 'off'
        and not pg_is_in_recovery()
    )
    select
      (select system_identifier::text from pg_control_system()) as system_id,
      is_failing,
      case
        when archived is not null then greatest(
          0,
          div(current_byte, segment_bytes)
            - ('x' || left(archived, 8))::bit(32)::bigint * (4294967296 / segment_bytes)
            - ('x' || right(archived, 8))::bit(32)::bigint
            - 1
        )::int
      end as waiting_segments
    from position`);
  // The statement above has these columns.
  return rows[0] as ArchiverRow | undefined;
}
