import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listExchangeKeys } from './exchange-keys.queries.ts';
import { listKeys } from './keys.queries.ts';

/** Returns the names of everything that a lapse unlinks: banks, then exchanges. */
export async function linkedNames(
  { exchange }: Pick<Services, 'exchange'>,
  queries: Queries,
  userId: UserId,
): Promise<string[]> {
  const banks = await listKeys(queries, userId);
  const exchanges = (await listExchangeKeys(queries, userId)).filter(({ linked }) => linked);
  return [
    ...banks.map(({ institution_name }) => institution_name),
    ...exchanges.map(({ exchange: key }) => (key === exchange?.key ? exchange.name : key)),
  ];
}
