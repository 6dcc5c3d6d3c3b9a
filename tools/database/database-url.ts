import { databaseName, role } from './cluster.ts';

/**
 * The address of a database behind a Unix socket, as `pg` reads it: the folder of the socket is
 * the host, and because it is a path it stands in the query, escaped.
 */
export function databaseUrl(socketFolder: string, password: string): string {
  const host = encodeURIComponent(socketFolder);
  return `postgresql:///${databaseName}?host=${host}&user=${role}&password=${encodeURIComponent(password)}`;
}
