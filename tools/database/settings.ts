import { archiveCommand } from './archive/file-requests.ts';

interface SettingsOptions {
  /** For tests: nothing waits for the disk. */
  readonly nonDurable: boolean;
  /** Settings that replace those below. */
  readonly changes?: Readonly<Record<string, string>>;
}

/** PostgreSQL settings, passed as arguments at each start. Its configuration files stay unchanged. */
export function postgresSettings(
  socketFolder: string,
  { nonDurable, changes = {} }: SettingsOptions,
): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    // Enough for the pages and indexes that writing a long history touches.
    shared_buffers: '256MB',
    // There are few connections, so each may use more for the sorts and joins of reports.
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '512MB',
    // Assumes an SSD.
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Keeps users' transactions, which statements contain, out of the log.
    log_parameter_max_length_on_error: '0',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    max_wal_size: '512MB',
    min_wal_size: '80MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...(nonDurable ? nonDurableSettings : {}),
    ...changes,
  };
  return toArguments(settings);
}

/** Settings as arguments of the program `postgres`. */
export const toArguments = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Settings of a database whose log is archived. */
export const archiveSettings = (maxSeconds: number): Record<string, string> => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_timeout: String(maxSeconds),
  archive_command: archiveCommand,
});

/**
 * For tests, whose data need not survive a power failure. Commits still reach the operating system before
 * they are confirmed, so killing a process loses nothing.
 */
const nonDurableSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};
