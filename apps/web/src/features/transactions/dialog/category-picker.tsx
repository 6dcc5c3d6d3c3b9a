import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { categoryChoices } from '../../../domain/categories/category-choices.ts';
import {
  readRecentCategories,
  rememberCategory,
} from '../../../domain/categories/recent-categories.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CategoryRow } from '../../../ui/category-picker/category-row.tsx';
import { categorySections } from '../../../ui/category-picker/category-sections.ts';
import {
  ComboboxOption,
  ComboboxOptions,
  ComboboxSearchField,
  InlineCombobox,
} from '../../../ui/form/inline-combobox.tsx';
import { OptionSections, optionsOf } from '../../../ui/form/search-popup.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { uiCopy } from '../../../ui/ui.copy.ts';
import { type Transaction, useChangeCategory } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const { categoryPicker } = transactionsCopy;

/** Picks another category for a transaction. Mounted while open. */
export function CategoryPicker({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const change = useChangeCategory();
  const pick = (category: string | null) => {
    if (change.isPending) return;
    const onSuccess = () => {
      if (category !== null) rememberCategory(category);
      setOpen(false);
    };
    change.mutate({ transaction, category }, { onSuccess });
  };
  const pendingCategory = change.isPending ? change.variables.category : undefined;
  return (
    <CategoryPickerDialog
      description={formatMessage(categoryPicker.current, {
        category: categoryLabel(transaction.effective_category),
      })}
      selected={transaction.effective_category}
      pending={pendingCategory}
      error={change.error}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      onPick={pick}
    >
      <ResetCategory
        transaction={transaction}
        busy={pendingCategory === null}
        onPress={() => pick(null)}
      />
    </CategoryPickerDialog>
  );
}

/**
 * Picks a category. Typing highlights the first match, the arrow keys move the highlight, and Enter picks the
 * highlighted category.
 */
export function CategoryPickerDialog({
  description,
  selected,
  pending,
  error,
  open,
  onOpenChange,
  onClosed,
  onPick,
  children,
}: {
  description: string;
  /** The current category, if there is one. */
  selected?: string;
  /** The category that is being saved. */
  pending: string | null | undefined;
  error: Error | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
  onPick: (category: string) => void;
  /** Shown below the search field. */
  children?: ReactNode;
}) {
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const [recent] = useState(readRecentCategories);
  const sections = useMemo(() => categorySections(categoryChoices, query, recent), [query, recent]);
  return (
    <Dialog
      title={categoryPicker.title}
      description={description}
      width="small"
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      initialFocus={search}
      footer={
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          {categoryPicker.cancel}
        </Button>
      }
    >
      <InlineCombobox
        options={optionsOf(sections)}
        query={query}
        onQueryChange={setQuery}
        highlightFirst="with-query"
      >
        <ComboboxSearchField inputRef={search} label={uiCopy.categoryPicker.search} />
        {children}
        <div role="alert" className="mt-3 text-danger empty:hidden">
          {error && errorText(error)}
        </div>
        <ComboboxOptions
          label={uiCopy.categoryPicker.list}
          emptyText={uiCopy.categoryPicker.noMatch}
          className="h-96"
        >
          <OptionSections sections={sections}>
            {(listed) => {
              const { key } = listed.choice;
              return (
                <ComboboxOption
                  key={key}
                  value={listed}
                  selected={key === selected}
                  busy={key === pending}
                  onSelect={() => pending === undefined && onPick(key)}
                >
                  <CategoryRow listed={listed} selected={key === selected} />
                </ComboboxOption>
              );
            }}
          </OptionSections>
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

/** An error response from the API is shown as a fixed text, and any other error as its own message. */
function errorText(error: Error): string {
  return error instanceof ApiError ? categoryPicker.failed : error.message;
}
