import { linkTokenOf } from '../../domain/link-token.ts';
import { listItems } from '../../domain/linked-items.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Services } from '../../services.ts';

/** The linked institutions. */
export function institutionsHandlers({ database }: Services): Handlers<'GET /institutions'> {
  return {
    'GET /institutions': async ({ owner }) => ({
      link_tokens: (await listItems(database, owner)).map(linkTokenOf),
    }),
  };
}
