import { Info } from 'lucide-react';
import { useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { type SyncState, useLinkedItems, useSyncState } from './linking.api.ts';
import { ReconnectButton } from './reconnect-button.tsx';

type Item = SyncState['items'][number];
type Product = NonNullable<Item['offer']>['products'][number];

/** True once the offers have loaded or failed to load. The content below waits until then, so that it doesn't shift. */
export function useOffersSettled(): boolean {
  const { isPending, failureCount } = useSyncState();
  return !isPending || failureCount > 0;
}

/**
 * Offers to share more data from a bank, which the user then allows at the bank. Shown only on screens
 * that would use that data, because nothing is wrong.
 */
export function ConsentOffers({
  product,
  linkId,
  className,
}: {
  /** Show only offers of this product. */
  product?: Product;
  /** Show only offers of this institution, by Cairn's ID for it. */
  linkId?: string;
  className?: string;
}) {
  const demo = useDemoMode();
  const { data } = useSyncState();
  // An offer stays visible while its link flow is open, whatever its outcome.
  const [openItem, setOpenItem] = useState<Item | null>(null);
  const itemsWithOffer = data?.items.filter(({ offer }) => offer !== null) ?? [];
  const linked = useLinkedItems(linkId !== undefined && itemsWithOffer.length > 0 && !demo);
  const institutionItemId = linked.data?.details.find(({ id }) => id === linkId)?.item_id;
  const shown = itemsWithOffer.filter(
    ({ item_id, offer }) =>
      item_id !== openItem?.item_id &&
      (linkId === undefined || item_id === institutionItemId) &&
      (product === undefined || offer?.products.includes(product)),
  );
  if (openItem !== null) shown.unshift(openItem);
  if (shown.length === 0 || demo) return null;
  return (
    <div className={className}>
      {shown.map((item) => (
        <Offer
          key={item.item_id}
          item={item}
          onRunning={(running) => setOpenItem(running ? item : null)}
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
      {/* Fixing a problem also requests this permission, so one button is enough. */}
      {remedy === null && (
        <div className="ml-8 sm:ml-0">
          <ReconnectButton itemId={item_id} remedy="agree" onRunning={onRunning} quiet />
        </div>
      )}
    </div>
  );
}
