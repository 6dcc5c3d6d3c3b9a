/** The table of applied migrations. */
export const migrationsTable = 'schema_migrations';

/** True if the migrations table exists. */
export const selectMigrationsTableExists = `select to_regclass('${migrationsTable}') is not null as migrated`;

/** The names of applied migrations, without file extensions. */
export const selectMigrationNames = `select name from ${migrationsTable}`;
