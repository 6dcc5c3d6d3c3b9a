import { useState } from 'react';
import { type KnownConnection, useKnownConnection, useLinkInstitution } from './linking.api.ts';

/** A finished link. */
export interface Linked {
  readonly itemId: string;
  readonly institution: string;
}

/** What a finished flow hands in. */
interface FreshLink {
  public_token: string;
  metadata: Record<string, unknown>;
}

/**
 * Hands what a flow has brought to the server, once it is asked whether it is linked already: then `twice`
 * says by which connection, and the person decides.
 */
export function useHandIn(onLinked: (linked: Linked) => void) {
  const link = useLinkInstitution();
  const known = useKnownConnection();
  const [found, setFound] = useState<{ fresh: FreshLink; connection: KnownConnection } | null>(
    null,
  );
  const send = (fresh: FreshLink) => {
    setFound(null);
    link.mutate(fresh, {
      onSuccess: ({ item_id }) =>
        onLinked({ itemId: item_id, institution: institutionName(fresh.metadata) }),
    });
  };
  return {
    busy: known.isPending || link.isPending,
    error: link.error,
    reset: link.reset,
    bring: (fresh: FreshLink) =>
      known.mutate(fresh.metadata, {
        onSuccess: (connection) =>
          connection === null ? send(fresh) : setFound({ fresh, connection }),
        // Nothing is counted twice in any case: it was only to be asked.
        onError: () => send(fresh),
      }),
    twice: found && {
      connection: found.connection,
      onLinkAsWell: () => send(found.fresh),
      onClosed: () => setFound(null),
    },
  };
}

/** The bank's name as the link flow tells it; only shown until the server has its own. */
function institutionName(metadata: Record<string, unknown>): string {
  const { institution } = metadata;
  const named = typeof institution === 'object' && institution !== null && 'name' in institution;
  return named && typeof institution.name === 'string' ? institution.name : 'your bank';
}
