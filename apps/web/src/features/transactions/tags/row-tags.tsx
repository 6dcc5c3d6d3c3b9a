import { formatMessage } from '@cairn/contract/text/copy';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { TagChip } from './tag-chip.tsx';
import { useTags } from './tags.api.ts';

const copy = transactionsCopy.tags;

/**
 * The tags of a row: the first one by name, and how many others there are. Screen readers get all names. Renders nothing
 * without tags.
 */
export function RowTags({ transaction }: { transaction: Transaction }) {
  // Most rows have no tags, and then need no observer of the query.
  return transaction.tags.length === 0 ? null : <TagsOf ids={transaction.tags} />;
}

function TagsOf({ ids }: { ids: readonly string[] }) {
  const { data } = useTags({ enabled: true });
  const tags = data?.tags.filter(({ id }) => ids.includes(id)) ?? [];
  const [first, ...others] = tags;
  if (first === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-1 overflow-hidden">
      <span className="sr-only">
        {formatMessage(copy.listed, { names: tags.map(({ name }) => name).join(', ') })}
      </span>
      <span aria-hidden="true" className="contents">
        <TagChip tag={first} className="min-w-14 max-w-28 text-center leading-4!" />
        {others.length > 0 && (
          <span className="figures shrink-0 text-xs text-muted">
            {formatMessage(copy.more, { count: others.length })}
          </span>
        )}
      </span>
    </span>
  );
}
