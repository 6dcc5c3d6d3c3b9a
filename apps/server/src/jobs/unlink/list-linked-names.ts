import type { Queries } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listAccessTokens } from './access-tokens.queries.ts';
import { listExchangeTokens } from './exchange-tokens.queries.ts';

/** Returns the names of everything that a lapse unlinks: banks, then exchanges. */
export async function listLinkedNames(
  { exchange }: Pick<Services, 'exchange'>,
  queries: Queries,
  userId: UserId,
): Promise<string[]> {
  const banks = await listAccessTokens(queries, userId);
  const exchanges = (await listExchangeTokens(queries, userId)).filter(({ isLinked }) => isLinked);
  return [
    ...banks.map(({ institution_name }) => institution_name),
    ...exchanges.map(({ exchange: key }) => (key === exchange?.key ? exchange.name : key)),
  ];
}
