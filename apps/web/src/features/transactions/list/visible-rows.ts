import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Lists up to this length render every row, so that the browser can search and print them and screen
 * readers can read them in one go.
 */
export const maxRowsWithoutVirtualization = 250;

/** Rows rendered above and below the viewport, so that none is missing while scrolling. */
const overscan = 4;

/** A rendered row, and the gap before it in which rows are not rendered. */
export interface VisibleRow {
  readonly index: number;
  /** Pixels between the end of the previous rendered row and the start of this one. */
  readonly gap: number;
}

/**
 * Virtualizes a long list: renders the rows in the viewport and a few around them, the focused row, and
 * the last pinned row, so that keyboard focus always has a row to return to.
 */
export function useVisibleRows<Container extends HTMLElement, Start extends HTMLElement>({
  count,
  pinned,
  estimateHeight,
  measureHeight,
}: {
  count: number;
  /** Index of a row to keep rendered, or -1. */
  pinned: number;
  /** The height of a row that was never rendered, in pixels. */
  estimateHeight: (index: number) => number;
  /** The height of a rendered row, in pixels. Its index is in `data-index`. */
  measureHeight: (row: Element) => number;
}) {
  const container = useRef<Container>(null);
  const start = useRef<Start>(null);
  const focusedRow = useFocusedRow(container);
  const scrollMargin = useOffsetTop(start);
  // The last pinned row stays rendered: it receives the focus when its dialog closes.
  const [lastPinned, setLastPinned] = useState(pinned);
  if (pinned >= 0 && pinned !== lastPinned) setLastPinned(pinned);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range));
      for (const index of [focusedRow.current, lastPinned])
        if (index >= 0 && index < range.count) indexes.add(index);
      return [...indexes].sort((a, b) => a - b);
    },
    [lastPinned, focusedRow],
  );
  const virtualizer = useWindowVirtualizer<Element>({
    count,
    estimateSize: estimateHeight,
    measureElement: measureHeight,
    overscan,
    // Rows render in a separate task after the scrolled frame. Doing both in one frame exceeds its budget.
    useFlushSync: false,
    scrollMargin,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  let end = scrollMargin;
  const rows: VisibleRow[] = items.map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return {
    /** The `ref` of an element that contains all rows. */
    container,
    /** The `ref` of an element whose top edge is where the first row begins. */
    start,
    rows,
    /** Pixels after the last of `rows`. */
    bottomGap: Math.max(0, virtualizer.getTotalSize() - (end - scrollMargin)),
    /** The `ref` to set on each row. */
    measureRow: virtualizer.measureElement,
  };
}

/** The index of the row that contains the focus, or -1. */
function useFocusedRow(container: { readonly current: HTMLElement | null }) {
  const focusedRow = useRef(-1);
  useEffect(() => {
    const element = container.current;
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-index]') : null;
      focusedRow.current = Number(row?.getAttribute('data-index') ?? -1);
    };
    const onBlur = () => {
      focusedRow.current = -1;
    };
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('focusout', onBlur);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('focusout', onBlur);
    };
  }, [container]);
  return focusedRow;
}

/** The distance of an element from the top of the page, in pixels, updated as the page changes size. */
function useOffsetTop(element: { readonly current: Element | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const update = () => {
      if (element.current === null) return;
      setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
