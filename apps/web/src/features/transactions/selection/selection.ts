import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TransactionFilter } from '../filter/transaction-filter.ts';

/** How the rows of a list are selected. */
export interface RowSelection {
  isSelected: (id: string) => boolean;
  /** Selects or deselects a row. `range`: with all rows between it and the row before. */
  toggle: (id: string, options: { range: boolean }) => void;
}

/** The selection of the list around. Null if its rows open their transactions instead. */
export const SelectionContext = createContext<RowSelection | null>(null);

/** The rows that a user has selected to change them together. */
export interface Selection extends RowSelection {
  /** The selected ids. Rows that aren't loaded are not among them. */
  readonly ids: ReadonlySet<string>;
  /** True if all transactions that match the filter are selected, whether they are loaded or not. */
  readonly isAll: boolean;
  selectAll: () => void;
  /** Tells the selection the rows of the list in their order. */
  setRows: (ids: readonly string[]) => void;
}

/**
 * The selection on a screen, null while nothing is being selected, and functions that start and end it. Another filter
 * ends it.
 */
export function useSelection(filter: TransactionFilter) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const [isAll, setAll] = useState(false);
  const rows = useRef<readonly string[]>([]);
  const lastToggled = useRef<string>(undefined);
  const filterKey = JSON.stringify(filter);
  const [selectedIn, setSelectedIn] = useState(filterKey);
  if (selectedIn !== filterKey) {
    setSelectedIn(filterKey);
    setIds(null);
  }
  const end = useCallback(() => setIds(null), []);
  const start = useCallback(() => {
    lastToggled.current = undefined;
    setAll(false);
    setIds(new Set());
  }, []);
  const isSelecting = ids !== null;
  useEndOnEscape(isSelecting, end);
  const toggle = useCallback<RowSelection['toggle']>((id, { range }) => {
    const toggled = range ? rowsBetween(rows.current, lastToggled.current, id) : [id];
    lastToggled.current = id;
    setAll(false);
    setIds((before) => withToggled(before ?? new Set(), toggled, id));
  }, []);
  const setRows = useCallback((listed: readonly string[]) => {
    rows.current = listed;
  }, []);
  const selection = useMemo<Selection | null>(
    () =>
      ids && {
        ids,
        isAll,
        isSelected: (id) => isAll || ids.has(id),
        toggle,
        selectAll: () => {
          setIds(new Set(rows.current));
          setAll(true);
        },
        setRows,
      },
    [ids, isAll, toggle, setRows],
  );
  return { selection, start, end };
}

/** The rows from one to another, in either direction. Only the second one if the first is unknown. */
function rowsBetween(rows: readonly string[], from: string | undefined, to: string): string[] {
  const indexes = [rows.indexOf(from ?? ''), rows.indexOf(to)].toSorted((a, b) => a - b);
  const [first = -1, last = -1] = indexes;
  return first === -1 ? [to] : rows.slice(first, last + 1);
}

/** All of the rows become selected, or deselected if `id` was selected. */
function withToggled(
  before: ReadonlySet<string>,
  rows: readonly string[],
  id: string,
): ReadonlySet<string> {
  const toggled = new Set(rows);
  return before.has(id) ? before.difference(toggled) : before.union(toggled);
}

/** Calls `end` on Escape, unless a dialog or menu uses the key. */
function useEndOnEscape(isSelecting: boolean, end: () => void): void {
  useEffect(() => {
    if (!isSelecting) return;
    const onKey = (event: KeyboardEvent) => {
      const isUsed = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]');
      if (event.key === 'Escape' && !event.defaultPrevented && isUsed === null) end();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isSelecting, end]);
}
