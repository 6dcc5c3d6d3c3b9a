/** The table of applied migrations. */
export const migrationsTable = 'schema_migrations';

/** True if the migrations table exists. */
export const readWhetherMigrated = `select to_regclass('${migrationsTable}') is not null as migrated`;

/** The names of applied migrations, without file extensions. */
export const readMigrations = `select name from ${migrationsTable}`;
