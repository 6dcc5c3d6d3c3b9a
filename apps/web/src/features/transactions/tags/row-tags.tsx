import { formatMessage } from '@cairn/contract/text/copy';
import { classNames } from '../../../ui/class-names.ts';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { TagChip } from './tag-chip.tsx';
import { useTags } from './tags.api.ts';

const copy = transactionsCopy.tags;

/**
 * The tags of a row: the first ones by name and how many others there are. They shrink before they take the space of
 * the text beside them. Screen readers get all names. Renders nothing without tags.
 */
export function RowTags({
  transaction,
  maxShown,
  className,
}: {
  transaction: Transaction;
  /** How many tags are shown. */
  maxShown: number;
  className?: string;
}) {
  const isTagged = transaction.tags.length > 0;
  const { data } = useTags({ enabled: isTagged });
  const tags = data?.tags.filter(({ id }) => transaction.tags.includes(id)) ?? [];
  if (tags.length === 0) return null;
  const hidden = tags.length - maxShown;
  return (
    <span className={classNames('flex min-w-0 items-center gap-1 overflow-hidden', className)}>
      <span className="sr-only">
        {formatMessage(copy.listed, { names: tags.map(({ name }) => name).join(', ') })}
      </span>
      <span aria-hidden="true" className="contents">
        {tags.slice(0, maxShown).map((tag) => (
          <TagChip key={tag.id} tag={tag} className="max-w-28 leading-4!" />
        ))}
        {hidden > 0 && (
          <span className="figures shrink-0 text-xs text-muted">
            {formatMessage(copy.more, { count: hidden })}
          </span>
        )}
      </span>
    </span>
  );
}
