import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { rememberCategory } from '../../../domain/categories/recent-categories.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { CategoryPickerDialog } from '../dialog/category-picker.tsx';
import { TagPickerDialog } from '../dialog/tag-picker.tsx';
import type { TransactionFilter } from '../filter/transaction-filter.ts';
import { useFilterTotals } from '../list/transaction-pages.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { type BulkChange, useBulkChange } from './bulk-change.api.ts';
import { BulkNoteDialog } from './bulk-note-dialog.tsx';
import type { Selection } from './selection.ts';

const copy = transactionsCopy.selection;

/** The dialogs that ask for a value. */
type ValueDialog = 'category' | 'add-tags' | 'remove-tags' | 'note';

/** How many transactions are selected, and the actions that change them together. Stays at the bottom of the window. */
export function SelectionBar({
  filter,
  selection,
  onEnd,
}: {
  filter: TransactionFilter;
  selection: Selection;
  onEnd: () => void;
}) {
  const demo = useDemoMode();
  const total = useFilterTotals(filter).data?.count ?? 0;
  const count = selection.isAll ? total : selection.ids.size;
  const [openDialog, setOpenDialog] = useState<ValueDialog | null>(null);
  const { mutate, isPending, error, reset } = useBulkChange(filter);
  const apply = (change: BulkChange) => mutate({ selection, change }, { onSuccess: onEnd });
  const openFor = (dialog: ValueDialog) => () => {
    if (demo) return showReadOnlyToast();
    reset();
    setOpenDialog(dialog);
  };
  const choose = (change: BulkChange) => () => (demo ? showReadOnlyToast() : apply(change));
  const isDisabled = count === 0 || isPending;
  return (
    <section
      aria-label={copy.label}
      className="sticky bottom-[calc(var(--tab-bar)+0.75rem)] z-5 mx-auto mt-3 max-w-180 rounded-xl border border-line bg-raised p-2.5 shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p role="status" className="figures pl-1.5 font-medium">
          {count === 0 ? copy.none : formatPlural(count, copy.count)}
        </p>
        {!selection.isAll && total > 0 && (
          <Button
            variant="ghost"
            size="small"
            className="text-accent"
            onClick={selection.selectAll}
          >
            {formatPlural(total, copy.selectAll)}
          </Button>
        )}
        <IconButton label={copy.end} className="order-1 ml-auto sm:order-2 sm:ml-0" onClick={onEnd}>
          <X aria-hidden="true" className="size-4.5" />
        </IconButton>
        <div className="order-2 flex flex-wrap gap-1.5 max-sm:w-full max-sm:*:grow sm:order-1 sm:ml-auto">
          <Button
            variant="secondary"
            size="small"
            disabledFocusable={isDisabled}
            onClick={openFor('category')}
          >
            {copy.category}
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabledFocusable={isDisabled}
            onClick={openFor('add-tags')}
          >
            {copy.addTags}
          </Button>
          <Menu
            align="end"
            trigger={
              <Button variant="secondary" size="small" busy={isPending} disabled={count === 0}>
                {copy.more}
                <ChevronUp aria-hidden="true" className="size-4" />
              </Button>
            }
          >
            <MenuItem onSelect={openFor('remove-tags')}>{copy.removeTags}</MenuItem>
            <MenuItem onSelect={openFor('note')}>{copy.note}</MenuItem>
            <MenuItem onSelect={choose({ excluded: true })}>{copy.exclude}</MenuItem>
            <MenuItem onSelect={choose({ excluded: false })}>{copy.include}</MenuItem>
            <MenuItem onSelect={choose({ reviewed: true })}>{copy.markReviewed}</MenuItem>
            <MenuItem onSelect={choose({ reviewed: false })}>{copy.markNotReviewed}</MenuItem>
          </Menu>
        </div>
      </div>
      <div role="alert" className="px-1.5 pt-1.5 text-danger empty:hidden">
        {error && openDialog === null && formatMessage(copy.failed, { reason: error.message })}
      </div>
      {openDialog && (
        <ValueDialogs
          dialog={openDialog}
          description={formatPlural(count, copy.count)}
          busy={isPending}
          error={error}
          onApply={apply}
          onClosed={() => setOpenDialog(null)}
        />
      )}
    </section>
  );
}

/** The dialog that asks for the value of a change. A success removes it together with the bar. */
function ValueDialogs({
  dialog,
  description,
  busy,
  error,
  onApply,
  onClosed,
}: {
  dialog: ValueDialog;
  description: string;
  busy: boolean;
  error: Error | null;
  onApply: (change: BulkChange) => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [picked, setPicked] = useState<string>();
  const common = { error, onClosed };
  switch (dialog) {
    case 'category':
      return (
        <CategoryPickerDialog
          {...common}
          description={description}
          pending={busy ? (picked ?? null) : undefined}
          open={open}
          onOpenChange={setOpen}
          onPick={(category) => {
            setPicked(category);
            rememberCategory(category);
            onApply({ category });
          }}
        />
      );
    case 'add-tags':
    case 'remove-tags':
      return (
        <TagPickerDialog
          {...common}
          title={dialog === 'add-tags' ? copy.addTags : copy.removeTags}
          initial={[]}
          busy={busy}
          open={open}
          onOpenChange={setOpen}
          onSave={(tags) => {
            const ids = [...tags];
            if (ids.length === 0) setOpen(false);
            else onApply(dialog === 'add-tags' ? { add_tags: ids } : { remove_tags: ids });
          }}
        />
      );
    case 'note':
      return (
        <BulkNoteDialog
          {...common}
          description={description}
          busy={busy}
          onSave={(note) => onApply({ note })}
        />
      );
  }
}
