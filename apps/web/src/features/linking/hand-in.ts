import { useEffect, useRef, useState } from 'react';
import { dropLink, type FreshLink, keepLink, linkInHand } from './link-in-hand.ts';
import { type KnownConnection, useKnownConnection, useLinkInstitution } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';

/** A newly linked item. */
export interface Linked {
  readonly itemId: string;
  readonly institution: string;
}

/**
 * Submits the result of a link flow, after checking whether the accounts are already linked. If they are,
 * `duplicate` holds the existing item and the user decides. A link that wasn't submitted because of a reload or
 * an error is submitted when the screen mounts again, or by `retry`.
 */
export function useHandIn(onLinked: (linked: Linked) => void) {
  const link = useLinkInstitution();
  const findExisting = useKnownConnection();
  const [duplicate, setDuplicate] = useState<{
    fresh: FreshLink;
    existing: KnownConnection;
  } | null>(null);
  const submit = (fresh: FreshLink) => {
    setDuplicate(null);
    keepLink(fresh, { sent: true });
    link.mutate(fresh, {
      onSuccess: ({ item_id }) =>
        onLinked({ itemId: item_id, institution: institutionName(fresh.metadata) }),
    });
  };
  const submitUnlessLinked = (fresh: FreshLink) => {
    keepLink(fresh, { sent: false });
    findExisting.mutate(fresh.metadata, {
      onSuccess: (existing) =>
        existing === null ? submit(fresh) : setDuplicate({ fresh, existing }),
      // The check is optional: duplicate accounts are counted once in any case.
      onError: () => submit(fresh),
    });
  };
  const resume = useRef(() => {
    const pending = linkInHand();
    if (pending === null) return;
    // A link that was already sent may be stored by now, so the check would find it as its own duplicate.
    if (pending.sent) submit(pending);
    else submitUnlessLinked(pending);
  });
  useEffect(() => resume.current(), []);
  const pending = link.isError ? linkInHand() : null;
  return {
    busy: findExisting.isPending || link.isPending,
    error: link.error,
    reset: link.reset,
    submitUnlessLinked,
    retry: pending && (() => submit(pending)),
    /** Discards the link because it isn't wanted or already exists. */
    discard: () => {
      dropLink();
      link.reset();
      setDuplicate(null);
    },
    duplicate: duplicate && {
      existing: duplicate.existing,
      onLinkAnyway: () => submit(duplicate.fresh),
    },
  };
}

/** The bank's name from the link flow, shown until the server provides its own. */
function institutionName(metadata: Record<string, unknown>): string {
  const { institution } = metadata;
  const hasName = typeof institution === 'object' && institution !== null && 'name' in institution;
  return hasName && typeof institution.name === 'string' ? institution.name : linkingCopy.yourBank;
}
