import { useEffect, useRef, useState } from 'react';
import { type ExistingItem, useExchangePublicToken, useFindExistingItem } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';
import {
  clearPendingLink,
  type FinishedLink,
  readPendingLink,
  savePendingLink,
} from './pending-link.ts';

/** A newly linked item. */
export interface NewlyLinkedItem {
  readonly itemId: string;
  readonly institution: string;
}

/**
 * Submits the result of a link flow, after checking whether the accounts are already linked. If they are,
 * `duplicate` has the existing item, and the user decides whether to link anyway. A link that wasn't submitted because
 * of a reload or an error is submitted when the screen mounts again, or by `retry`.
 */
export function useSubmitLink(onLinked: (linked: NewlyLinkedItem) => void) {
  const link = useExchangePublicToken();
  const findExisting = useFindExistingItem();
  const [duplicate, setDuplicate] = useState<{
    finished: FinishedLink;
    existing: ExistingItem;
  } | null>(null);
  const submit = (finished: FinishedLink) => {
    setDuplicate(null);
    savePendingLink(finished, { sent: true });
    link.mutate(finished, {
      onSuccess: ({ item_id }) =>
        onLinked({ itemId: item_id, institution: institutionName(finished.metadata) }),
    });
  };
  const submitUnlessLinked = (finished: FinishedLink) => {
    savePendingLink(finished, { sent: false });
    findExisting.mutate(finished.metadata, {
      onSuccess: (existing) =>
        existing === null ? submit(finished) : setDuplicate({ finished, existing }),
      // The check is optional: duplicate accounts are counted once either way.
      onError: () => submit(finished),
    });
  };
  const resume = useRef(() => {
    const pending = readPendingLink();
    if (pending === null) return;
    // A link that was already sent may be stored by now, so the check would find it as its own duplicate.
    if (pending.sent) submit(pending);
    else submitUnlessLinked(pending);
  });
  useEffect(() => resume.current(), []);
  const pending = link.isError ? readPendingLink() : null;
  return {
    busy: findExisting.isPending || link.isPending,
    error: link.error,
    reset: link.reset,
    submitUnlessLinked,
    retry: pending && (() => submit(pending)),
    /** Discards the link because the user doesn't want it or it already exists. */
    discard: () => {
      clearPendingLink();
      link.reset();
      setDuplicate(null);
    },
    duplicate: duplicate && {
      existing: duplicate.existing,
      onLinkAnyway: () => submit(duplicate.finished),
    },
  };
}

/** The bank's name from the link flow, shown until the server provides its own. */
function institutionName(metadata: Record<string, unknown>): string {
  const { institution } = metadata;
  const hasName = typeof institution === 'object' && institution !== null && 'name' in institution;
  return hasName && typeof institution.name === 'string' ? institution.name : linkingCopy.yourBank;
}
