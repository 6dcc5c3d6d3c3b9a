/** True if the database is a standby: it only repeats the changes of another one. */
export const selectIsStandby = 'select pg_is_in_recovery() as is_standby';
