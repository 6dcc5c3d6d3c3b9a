/** What PostgreSQL is told at each start; nothing is kept in its own configuration files. */
export function postgresSettings(socketFolder: string, forgetful: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    // Room for the pages and indexes of a long history while it is written.
    shared_buffers: '256MB',
    // Only ever a few connections: room for the sorts and joins of the reports.
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '512MB',
    // Data sits on an SSD nearly everywhere this runs.
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The statements of the product carry people's transactions; the log does not.
    log_parameter_max_length_on_error: '0',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    max_wal_size: '512MB',
    min_wal_size: '80MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...(forgetful ? forTests : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * For tests: what they write is not wanted after a power cut. Commits still reach the system's
 * memory before they are confirmed, so killing a process loses nothing.
 */
const forTests = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};
