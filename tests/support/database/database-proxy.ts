import { type FaultProxy, startFaultProxy } from '../network/fault-proxy.ts';

/** A proxy in front of the database that can simulate network failures. */
export interface DatabaseProxy extends FaultProxy {
  /** The database URL through the proxy. */
  url: string;
}

/** Starts a proxy in front of a PostgreSQL that listens on a Unix socket. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const address = new URL(databaseUrl);
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  const proxy = await startFaultProxy(() => ({ path }));
  const user = address.searchParams.get('user') ?? '';
  const password = encodeURIComponent(address.searchParams.get('password') ?? '');
  return {
    ...proxy,
    url: `postgresql://${user}:${password}@127.0.0.1:${proxy.port}${address.pathname}`,
  };
}
