import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useLinkedItems, useSyncState } from './linking.api.ts';
import { ageWords } from './sync-words.ts';

/** Says of each institution that could not be brought up to date why, and how old its data is. */
export function SyncTroubles() {
  const demo = useDemoMode();
  const { data } = useSyncState();
  const troubled = data?.items.filter(({ error }) => error !== null) ?? [];
  const linked = useLinkedItems(!demo && troubled.length > 0);
  const idOf = (itemId: string) =>
    linked.data?.details.find(({ item_id }) => item_id === itemId)?.id;
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
            </span>{' '}
            <InstitutionLink id={idOf(item.item_id)} name={item.institution_name} />
          </span>
        </p>
      ))}
    </div>
  );
}

/** Leads to where it can be reconnected, once that is known. */
function InstitutionLink({ id, name }: { id: string | undefined; name: string }) {
  if (id === undefined) return null;
  return (
    <Link
      to={paths.institution(id)}
      className="font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
    >
      See {name}
    </Link>
  );
}
