import { hasLinkedExchange } from '../../domain/exchange-links.queries.ts';
import { linkTokenOf } from '../../domain/link-token.ts';
import { listItems } from '../../domain/linked-items.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';

/** The linked institutions. */
export function institutionsHandlers({
  database,
  exchange,
}: Services): Handlers<'GET /institutions'> {
  return {
    'GET /institutions': async ({ owner }) => {
      const linked = exchange !== null && (await hasLinkedExchange(database, owner, exchange.key));
      return {
        link_tokens: (await listItems(database, owner)).map(linkTokenOf),
        ...(linked && { cb_token: true as const }),
      };
    },
  };
}
