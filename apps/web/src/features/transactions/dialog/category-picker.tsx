import { type Category, categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { Check, RotateCcw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import {
  ComboboxOption,
  ComboboxOptions,
  ComboboxSearchField,
  InlineCombobox,
} from '../../../ui/form/inline-combobox.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Transaction, useChangeCategory } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { searchCategories } from './category-search.ts';

const { categoryPicker } = transactionsCopy;

/**
 * Picks another category for a transaction. Mount it while it is open. Typing highlights the first
 * match, the arrow keys move the highlight, and Enter picks the highlighted category.
 */
export function CategoryPicker({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const change = useChangeCategory();
  const matches = useMemo(() => searchCategories(query), [query]);
  const pick = (category: string | null) => {
    if (change.isPending) return;
    change.mutate({ transaction, category }, { onSuccess: () => setOpen(false) });
  };
  return (
    <Dialog
      title={categoryPicker.title}
      description={formatMessage(categoryPicker.current, {
        category: categoryLabel(transaction.effective_category),
      })}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      initialFocus={search}
      footer={
        <Button variant="secondary" onClick={() => setOpen(false)}>
          {categoryPicker.cancel}
        </Button>
      }
    >
      <InlineCombobox
        options={matches}
        query={query}
        onQueryChange={setQuery}
        highlightFirst="with-query"
      >
        <ComboboxSearchField inputRef={search} label={categoryPicker.search} />
        <ResetCategory
          transaction={transaction}
          busy={change.isPending && change.variables.category === null}
          onPress={() => pick(null)}
        />
        <div role="alert" className="mt-3 text-danger empty:hidden">
          {change.isError ? errorText(change.error) : null}
        </div>
        <ComboboxOptions
          label={categoryPicker.list}
          emptyText={categoryPicker.noMatch}
          className="h-96"
        >
          {matches.map((category) => (
            <CategoryOption
              key={category.key}
              category={category}
              selected={category.key === transaction.effective_category}
              busy={change.isPending && change.variables.category === category.key}
              onSelect={() => pick(category.key)}
            />
          ))}
        </ComboboxOptions>
      </InlineCombobox>
    </Dialog>
  );
}

/** Removes the user's override, if there is one, so that the bank's category applies again. */
function ResetCategory({
  transaction: { overridden_category, personal_finance_category },
  busy,
  onPress,
}: {
  transaction: Transaction;
  busy: boolean;
  onPress: () => void;
}) {
  if (overridden_category === null) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      className="mt-2 max-w-full justify-start text-accent"
      busy={busy}
      onClick={onPress}
    >
      <RotateCcw aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 truncate">
        {formatMessage(categoryPicker.reset, {
          category: categoryLabel(personal_finance_category.detailed),
        })}
      </span>
    </Button>
  );
}

/** A response from the API gets the fixed text; any other error shows its own message. */
function errorText(error: Error): string {
  return error instanceof ApiError ? categoryPicker.failed : error.message;
}

function CategoryOption({
  category,
  selected,
  busy,
  onSelect,
}: {
  category: Category;
  /** Whether it is the transaction's current category. */
  selected: boolean;
  busy: boolean;
  onSelect: () => void;
}) {
  const { key, label, group } = category;
  return (
    <ComboboxOption value={category} selected={selected} busy={busy} onSelect={onSelect}>
      <CategoryIcon category={key} size="small" />
      <span className="min-w-0 grow">
        <span className={classNames('block truncate', selected && 'font-semibold')}>{label}</span>
        {group.label !== label && (
          <span className="block truncate text-xs text-muted">{group.label}</span>
        )}
      </span>
      {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
    </ComboboxOption>
  );
}
