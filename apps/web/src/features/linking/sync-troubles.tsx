import { CircleAlert } from 'lucide-react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useLinkedItems, useSyncState } from './linking.api.ts';
import { ageWords } from './sync-words.ts';

/** Says of each institution that could not be brought up to date why, and how old its data is. */
export function SyncTroubles() {
  const demo = useDemoMode();
  const { data } = useSyncState();
  const troubled = data?.items.filter(({ error }) => error !== null) ?? [];
  const linked = useLinkedItems(!demo && troubled.length > 0);
  if (troubled.length === 0) return <div role="status" className="contents" />;
  return (
    <div role="status" className="mb-6 flex flex-col gap-2">
      {troubled.map((item) => (
        <p
          key={item.item_id}
          className="flex items-start gap-3 rounded-control bg-attention-soft px-4 py-2.5"
        >
          <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-attention" />
          <span>
            {item.error}{' '}
            <span className="text-muted">
              {ageWords(
                item.institution_name,
                linked.data?.details.find(({ item_id }) => item_id === item.item_id)
                  ?.last_sync_pretty,
              )}
            </span>
          </span>
        </p>
      ))}
    </div>
  );
}
