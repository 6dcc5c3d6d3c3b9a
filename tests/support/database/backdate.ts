/**
 * SQL that assigns an earlier time to a column of an update. Citus rejects `column - interval` there, because the
 * result depends on the time zone of the session.
 */
export const backdate = (column: string, interval: string): string =>
  `${column} = (${column} at time zone 'UTC' - interval '${interval}') at time zone 'UTC'`;
