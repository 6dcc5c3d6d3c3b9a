import { databaseName, role } from './cluster.ts';

/**
 * The connection URL of a database on a Unix socket, in the form that `pg` parses: the socket's folder
 * is the host, which is in the query because it is a path.
 */
export function databaseUrl(socketFolder: string, password: string): string {
  const host = encodeURIComponent(socketFolder);
  return `postgresql:///${databaseName}?host=${host}&user=${role}&password=${encodeURIComponent(password)}`;
}
