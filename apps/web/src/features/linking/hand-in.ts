import { useEffect, useRef, useState } from 'react';
import { dropLink, type FreshLink, keepLink, linkInHand } from './link-in-hand.ts';
import { type KnownConnection, useKnownConnection, useLinkInstitution } from './linking.api.ts';

/** A finished link. */
export interface Linked {
  readonly itemId: string;
  readonly institution: string;
}

/**
 * Hands what a flow has brought to the server, once it is asked whether it is linked already: then `twice`
 * says by which connection, and the person decides. What a reload or a fault has kept from being handed in is
 * handed in when the screen is back; after another fault `again` does so.
 */
export function useHandIn(onLinked: (linked: Linked) => void) {
  const link = useLinkInstitution();
  const known = useKnownConnection();
  const [found, setFound] = useState<{ fresh: FreshLink; connection: KnownConnection } | null>(
    null,
  );
  const send = (fresh: FreshLink) => {
    setFound(null);
    keepLink(fresh, { sent: true });
    link.mutate(fresh, {
      onSuccess: ({ item_id }) =>
        onLinked({ itemId: item_id, institution: institutionName(fresh.metadata) }),
    });
  };
  const bring = (fresh: FreshLink) => {
    keepLink(fresh, { sent: false });
    known.mutate(fresh.metadata, {
      onSuccess: (connection) =>
        connection === null ? send(fresh) : setFound({ fresh, connection }),
      // Nothing is counted twice in any case: it was only to be asked.
      onError: () => send(fresh),
    });
  };
  const goOn = useRef(() => {
    const kept = linkInHand();
    if (kept === null) return;
    // One that was sent may be linked: asked about, it would be known as its own double.
    if (kept.sent) send(kept);
    else bring(kept);
  });
  useEffect(() => goOn.current(), []);
  const kept = link.isError ? linkInHand() : null;
  return {
    busy: known.isPending || link.isPending,
    error: link.error,
    reset: link.reset,
    bring,
    again: kept && (() => send(kept)),
    /** What was brought is not wanted after all, or is had already. */
    drop: () => {
      dropLink();
      link.reset();
      setFound(null);
    },
    twice: found && {
      connection: found.connection,
      onLinkAsWell: () => send(found.fresh),
    },
  };
}

/** The bank's name as the link flow tells it; only shown until the server has its own. */
function institutionName(metadata: Record<string, unknown>): string {
  const { institution } = metadata;
  const named = typeof institution === 'object' && institution !== null && 'name' in institution;
  return named && typeof institution.name === 'string' ? institution.name : 'your bank';
}
