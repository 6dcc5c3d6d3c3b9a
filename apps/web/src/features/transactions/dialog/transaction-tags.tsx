import { Tag as TagIcon } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { useTags } from '../tags/tags.api.ts';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.tags;

/** The tags of a transaction, and the button that changes them. */
export function TransactionTags({
  transaction,
  onPick,
}: {
  transaction: Transaction;
  /** Opens the tag picker. */
  onPick: () => void;
}) {
  const isTagged = transaction.tags.length > 0;
  const { data } = useTags({ enabled: isTagged });
  const tags = data?.tags.filter(({ id }) => transaction.tags.includes(id)) ?? [];
  return (
    <section aria-label={copy.title}>
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-medium">{copy.title}</h3>
        <Button
          variant="ghost"
          size="small"
          className="-mr-3 text-accent"
          aria-haspopup="dialog"
          onClick={onPick}
        >
          <TagIcon aria-hidden="true" className="size-4" />
          {isTagged ? copy.change : copy.add}
        </Button>
      </div>
      {tags.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag.id} className="flex max-w-full">
              <TagChip tag={tag} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
