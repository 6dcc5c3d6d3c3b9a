import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { formatInstitution } from '../../platform/formats/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type SyncState, useSyncState } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';

const copy = linkingCopy.firstSync;

type Item = SyncState['items'][number];

/**
 * The progress of the first sync of newly linked banks. After a reload, or in a second tab, the user sees that
 * it is running and doesn't link the bank again.
 */
export function FirstSyncs() {
  const { data } = useSyncState();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const items = data?.items ?? [];
  const firstSyncIds = items.filter(isFirstSync).map(({ item_id }) => item_id);
  const unseen = firstSyncIds.filter((id) => !seen.includes(id));
  // An item stays listed after its first sync, to show that it is done.
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  const shown = items.filter(({ item_id }) => seen.includes(item_id));
  return (
    <div role="status" className="contents">
      {shown.map((item) => (
        <div
          key={item.item_id}
          className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-accent-soft px-4 py-3 text-left"
        >
          <p className="figures min-w-0 grow basis-48 wrap-anywhere">{firstSyncText(item)}</p>
          <ButtonLink to={paths.dashboard} variant="secondary" size="small">
            {copy.dashboard}
          </ButtonLink>
        </div>
      ))}
    </div>
  );
}

/** True during an item's first sync. */
const isFirstSync = ({ last_sync, state }: Item): boolean =>
  last_sync === null && (state === 'queued' || state === 'running' || state === 'retrying');

function firstSyncText(item: Item): string {
  const institution = formatInstitution(item);
  const { added, error } = item;
  if (!isFirstSync(item)) return formatMessage(formatPlural(added, copy.done), { institution });
  if (error !== null) return formatMessage(copy.failed, { error });
  return formatMessage(added === 0 ? copy.started : formatPlural(added, copy.progress), {
    institution,
  });
}
