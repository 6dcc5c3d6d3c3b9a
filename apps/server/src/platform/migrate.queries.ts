/** The table of the migrations that have run. */
export const migrationsTable = 'schema_migrations';

/** Whether there is such a table yet. */
export const readWhetherMigrated = `select to_regclass('${migrationsTable}') is not null as migrated`;

/** The names of the files that have run, without what they end with. */
export const readMigrations = `select name from ${migrationsTable}`;
