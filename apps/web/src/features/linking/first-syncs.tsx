import { useState } from 'react';
import { paths } from '../../paths.ts';
import { formatCount, formatInstitution } from '../../platform/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type SyncState, useSyncState } from './linking.api.ts';

type Item = SyncState['items'][number];

/**
 * Says of banks that were linked a moment ago how far their first sync is: whoever reloads while one is linked, comes
 * back, or has a second tab, sees that it is under way, and need not link it again.
 */
export function FirstSyncs() {
  const { data } = useSyncState();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const items = data?.items ?? [];
  const begun = items.filter(isFirst).map(({ item_id }) => item_id);
  const news = begun.filter((id) => !seen.includes(id));
  // One whose first sync has ended stays, to say so.
  if (news.length > 0) setSeen([...seen, ...news]);
  const shown = items.filter(({ item_id }) => seen.includes(item_id));
  return (
    <div role="status" className="contents">
      {shown.map((item) => (
        <div
          key={item.item_id}
          className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-accent-soft px-4 py-3 text-left"
        >
          <p className="figures min-w-0 grow basis-48 wrap-anywhere">{wordsOf(item)}</p>
          <ButtonLink to={paths.dashboard} variant="secondary" size="small">
            See the dashboard
          </ButtonLink>
        </div>
      ))}
    </div>
  );
}

/** Whether nothing has come from it yet, and something may. */
const isFirst = ({ last_sync, state }: Item): boolean =>
  last_sync === null && (state === 'queued' || state === 'running' || state === 'retrying');

function wordsOf(item: Item): string {
  const name = formatInstitution(item);
  const count = `${formatCount(item.added)} ${item.added === 1 ? 'transaction' : 'transactions'}`;
  if (!isFirst(item)) return `${name} is linked, and everything is here: ${count}.`;
  if (item.error !== null) return `Linked. ${item.error}`;
  return `${name} is linked and being set up${item.added === 0 ? '' : `: ${count} so far`}.`;
}
