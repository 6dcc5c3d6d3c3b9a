/** True if the database is a standby, which only replays the changes of another database. */
export const selectIsStandby = 'select pg_is_in_recovery() as is_standby';
