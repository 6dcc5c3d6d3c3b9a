import { Info } from 'lucide-react';
import { useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { type SyncState, useLinkedItems, useSyncState } from './linking.api.ts';
import { ReconnectButton } from './reconnect-button.tsx';

type Item = SyncState['items'][number];
type Product = NonNullable<Item['offer']>['products'][number];

/** Whether it is known what there is to agree to, or that it can't be known just now: what stands below waits for that. */
export function useOffersSettled(): boolean {
  const { isPending, failureCount } = useSyncState();
  return !isPending || failureCount > 0;
}

/**
 * Says of banks that could tell more what that is, and has the person agree to it there. Nothing is wrong, so it is
 * said only where what is missing would be.
 */
export function ConsentOffers({
  product,
  linkId,
  className,
}: {
  /** Only where this is missing. */
  product?: Product;
  /** Only of this institution, by our id. */
  linkId?: string;
  className?: string;
}) {
  const demo = useDemoMode();
  const { data } = useSyncState();
  // The one whose bank's page is open stays until that is closed, agreed or not.
  const [open, setOpen] = useState<Item | null>(null);
  const offering = data?.items.filter(({ offer }) => offer !== null) ?? [];
  const linked = useLinkedItems(linkId !== undefined && offering.length > 0 && !demo);
  const ours = linked.data?.details.find(({ id }) => id === linkId)?.item_id;
  const shown = offering.filter(
    ({ item_id, offer }) =>
      item_id !== open?.item_id &&
      (linkId === undefined || item_id === ours) &&
      (product === undefined || offer?.products.includes(product)),
  );
  if (open !== null) shown.unshift(open);
  if (shown.length === 0 || demo) return null;
  return (
    <div className={className}>
      {shown.map((item) => (
        <Offer
          key={item.item_id}
          item={item}
          onRunning={(running) => setOpen(running ? item : null)}
        />
      ))}
    </div>
  );
}

function Offer({
  item: { item_id, offer, remedy },
  onRunning,
}: {
  item: Item;
  onRunning: (running: boolean) => void;
}) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-control bg-sunken px-4 py-3 last:mb-0">
      <p className="flex min-w-0 grow basis-72 items-start gap-3 text-muted">
        <Info aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{offer?.sentence}</span>
      </p>
      {/* What mends a connection asks for this as well: one thing to press is enough. */}
      {remedy === null && (
        <div className="ml-8 sm:ml-0">
          <ReconnectButton itemId={item_id} remedy="agree" onRunning={onRunning} quiet />
        </div>
      )}
    </div>
  );
}
