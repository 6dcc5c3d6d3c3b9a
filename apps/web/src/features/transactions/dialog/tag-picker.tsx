import { maxTagNameLength, maxTagsPerTransaction } from '@cairn/contract/rules/annotation-limits';
import { formatMessage } from '@cairn/contract/text/copy';
import { Check, Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { searchLabels } from '../../../domain/label-search.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import {
  ComboboxOption,
  ComboboxOptions,
  ComboboxSearchField,
  InlineCombobox,
} from '../../../ui/form/inline-combobox.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { TagDot } from '../tags/tag-chip.tsx';
import { type Tag, useCreateTag, useTags } from '../tags/tags.api.ts';
import { type Transaction, useAnnotate } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.tags;

/** Picks the tags of a transaction. Mounted while open. */
export function TagPicker({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const change = useAnnotate(transaction.id);
  const save = (tags: readonly string[]) => {
    if (isSameSet(tags, transaction.tags)) return setOpen(false);
    change.mutate({ tags: [...tags] }, { onSuccess: () => setOpen(false) });
  };
  return (
    <TagPickerDialog
      title={copy.title}
      initial={transaction.tags}
      busy={change.isPending}
      error={change.error}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      onSave={save}
    />
  );
}

/**
 * Picks tags. Enter selects or deselects the highlighted tag, or creates one with the typed name; Save and Ctrl+Enter or
 * Cmd+Enter save the selection.
 */
export function TagPickerDialog({
  title,
  initial,
  busy,
  error,
  open,
  onOpenChange,
  onClosed,
  onSave,
}: {
  title: string;
  /** The ids of the tags that are selected at first. */
  initial: readonly string[];
  busy: boolean;
  error: Error | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
  onSave: (tags: readonly string[]) => void;
}) {
  const [selected, setSelected] = useState(initial);
  const search = useRef<HTMLInputElement>(null);
  const toggle = (id: string) =>
    setSelected((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
    );
  const save = () => {
    if (!busy) onSave(selected);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <Dialog
      title={title}
      width="small"
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      initialFocus={search}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {transactionsCopy.cancel}
          </Button>
          <Button
            busy={busy}
            disabledFocusable={selected.length > maxTagsPerTransaction}
            onClick={save}
          >
            {copy.save}
          </Button>
        </>
      }
    >
      <div onKeyDownCapture={onKeyDown}>
        <TagOptions selected={selected} onToggle={toggle} inputRef={search} />
        <div role="alert" className="mt-2 text-danger empty:hidden">
          {error && formatMessage(copy.saveFailed, { reason: error.message })}
        </div>
      </div>
    </Dialog>
  );
}

/** What creates a tag with the typed name. */
interface NewTag {
  readonly newName: string;
}

/** The search and the tags that match it. Typing the name of a tag that doesn't exist offers to create it. */
function TagOptions({
  selected,
  onToggle,
  inputRef,
}: {
  selected: readonly string[];
  onToggle: (id: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const [query, setQuery] = useState('');
  const tags = useTags({ enabled: true });
  const create = useCreateTag();
  const options = optionsFor(tags.data?.tags ?? [], query);
  const name = query.trim();
  const isTooLong = [...name].length > maxTagNameLength;
  const createTag = (newName: string) => {
    if (create.isPending) return;
    create.mutate(
      { name: newName },
      {
        onSuccess: ({ id }) => {
          onToggle(id);
          setQuery('');
        },
      },
    );
  };
  if (tags.error && !tags.data)
    return (
      <ErrorState
        title={copy.loadFailed}
        detail={tags.error.message}
        retry={() => tags.refetch()}
        retrying={tags.isFetching}
      />
    );
  return (
    <InlineCombobox
      options={options}
      query={query}
      onQueryChange={setQuery}
      highlightFirst="with-query"
    >
      <ComboboxSearchField inputRef={inputRef} label={copy.search} />
      <div role="alert" className="mt-2 text-danger empty:hidden">
        {isTooLong && formatMessage(copy.nameTooLong, { max: maxTagNameLength })}
        {create.error && formatMessage(copy.createFailed, { reason: create.error.message })}
      </div>
      {tags.data ? (
        <ComboboxOptions label={copy.title} emptyText={copy.noMatch} className="h-64" multiple>
          {options.map((option) =>
            'newName' in option ? (
              <ComboboxOption
                key="new"
                value={option}
                selected={false}
                busy={create.isPending}
                onSelect={() => createTag(option.newName)}
              >
                <Plus aria-hidden="true" className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 truncate">
                  {formatMessage(copy.create, { name: option.newName })}
                </span>
              </ComboboxOption>
            ) : (
              <TagOption
                key={option.id}
                tag={option}
                selected={selected.includes(option.id)}
                onSelect={() => {
                  onToggle(option.id);
                  setQuery('');
                }}
              />
            ),
          )}
        </ComboboxOptions>
      ) : (
        <div className="mt-2 h-64">
          <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
          {placeholderKeys(3).map((key) => (
            <Skeleton key={key} className="mb-2 h-9 w-full" />
          ))}
        </div>
      )}
    </InlineCombobox>
  );
}

function TagOption({
  tag,
  selected,
  onSelect,
}: {
  tag: Tag;
  selected: boolean;
  onSelect: () => void;
}) {
  return (
    <ComboboxOption value={tag} selected={selected} onSelect={onSelect}>
      <TagDot color={tag.color} />
      <span className="min-w-0 grow truncate">{tag.name}</span>
      {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
    </ComboboxOption>
  );
}

/** The tags that match a query, and last the option to create one, unless a tag has this name. */
function optionsFor(tags: readonly Tag[], query: string): (Tag | NewTag)[] {
  const found = searchLabels(
    tags.map((tag) => ({ ...tag, label: tag.name })),
    query,
  );
  const matches = found.flatMap(({ id }) => tags.filter((tag) => tag.id === id));
  const newName = query.trim();
  const exists = tags.some(({ name }) => name.toLowerCase() === newName.toLowerCase());
  const canCreate = newName !== '' && !exists && [...newName].length <= maxTagNameLength;
  return canCreate ? [...matches, { newName }] : matches;
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
