import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Up to so many rows all are on the page: found by the browser's own search, printed, read in one go. */
export const allUpTo = 250;

/** Rows that are made above and below what is in sight, so that none is missing while one scrolls. */
const spare = 4;

/** A row that is on the page, with the room before it in which none are. */
export interface RowInSight {
  readonly index: number;
  /** Pixels between the end of the row before it and its own beginning. */
  readonly gap: number;
}

/**
 * Which of many rows are on the page: those in sight in the window and a few around them, the one that
 * has the focus, and the one that was `kept` last (-1: none), so that the keyboard always has a place to go on from.
 */
export function useRowsInSight<Container extends HTMLElement>({
  count,
  kept,
  sizeOf,
  measure,
}: {
  count: number;
  kept: number;
  /** The height of a row that was not on the page yet, in pixels. */
  sizeOf: (index: number) => number;
  /** The height of a row that is; it has its place in the list as `data-index`. */
  measure: (row: Element) => number;
}) {
  const container = useRef<Container>(null);
  const focused = useFocusedRow(container);
  const scrollMargin = useTopOf(container);
  // The last one stays too: when its dialog closes, it gets the focus.
  const [lastKept, setLastKept] = useState(kept);
  if (kept >= 0 && kept !== lastKept) setLastKept(kept);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const wanted = new Set(defaultRangeExtractor(range));
      for (const index of [focused.current, lastKept])
        if (index >= 0 && index < range.count) wanted.add(index);
      return [...wanted].sort((one, other) => one - other);
    },
    [lastKept, focused],
  );
  const virtualizer = useWindowVirtualizer<Element>({
    count,
    estimateSize: sizeOf,
    measureElement: measure,
    overscan: spare,
    // Rows are made in a task of their own, after the frame that was scrolled: both in one were a frame too long.
    useFlushSync: false,
    scrollMargin,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  let end = scrollMargin;
  const rows: RowInSight[] = items.map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return {
    container,
    rows,
    /** Pixels after the last of `rows`. */
    rest: Math.max(0, virtualizer.getTotalSize() - (end - scrollMargin)),
    /** The `ref` of each row. */
    measureRow: virtualizer.measureElement,
  };
}

/** The index of the row in which the focus is, or -1. */
function useFocusedRow(container: { readonly current: HTMLElement | null }) {
  const focused = useRef(-1);
  useEffect(() => {
    const element = container.current;
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-index]') : null;
      focused.current = Number(row?.getAttribute('data-index') ?? -1);
    };
    const onBlur = () => {
      focused.current = -1;
    };
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  }, [container]);
  return focused;
}

/** How far below the top of the page an element begins, in pixels, followed as the page changes. */
function useTopOf(element: { readonly current: Element | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      if (element.current === null) return;
      setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
