import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { CircleCheck } from 'lucide-react';
import { formatInstitution } from '../../platform/formats/formats.ts';
import { ProgressBar } from '../../ui/feedback/spinner.tsx';
import { useSyncState } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';

const copy = linkingCopy.setup;

/** The live progress of the first sync. */
export function SetupProgress({
  itemId,
  institution: linkedName,
}: {
  itemId: string;
  /** The name from the link flow, shown until the server provides its own. */
  institution: string;
}) {
  const { data } = useSyncState();
  const item = data?.items.find(({ item_id }) => item_id === itemId);
  const institution = item === undefined ? linkedName : formatInstitution(item);
  const isDone = item?.state === 'ok';
  const added = item?.added ?? 0;
  return (
    <div>
      <h1 className="text-lg font-semibold text-balance sm:text-xl">{copy.title}</h1>
      <p className="figures mt-3 text-base text-muted" aria-live="polite">
        {added > 0
          ? formatMessage(formatPlural(added, copy.transactions), { institution })
          : formatMessage(copy.fetching, { institution })}
      </p>
      {isDone ? (
        <p className="mt-6 flex items-center justify-center gap-2 font-medium text-money-in">
          <CircleCheck aria-hidden="true" className="size-5" />
          {copy.done}
        </p>
      ) : (
        <ProgressBar label={formatMessage(copy.progress, { institution })} className="mt-7" />
      )}
      {item?.error && <p className="mt-4 text-attention">{item.error}</p>}
    </div>
  );
}
