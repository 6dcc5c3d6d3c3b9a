import { localPoint } from '@visx/event';
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { indexAt, type PointDistribution, xOfIndex } from './chart-scale.ts';

/** A chart's plot area, in px; its origin is 0, 0. */
export interface Plot {
  /** The width without the axis. */
  readonly width: number;
  /** The height without the labels below. */
  readonly height: number;
  /** The x coordinate of a data point by its 0-based index. */
  readonly x: (index: number) => number;
  /** The index of the active data point, or null. */
  readonly active: number | null;
}

/**
 * The width in px before an element is measured; 0 renders nothing until then. Server-side rendering
 * in tests never measures, so it provides the width.
 */
export const InitialWidth = createContext(0);

/** The side of a data point's center that was pressed, which identifies one of two adjacent bars. */
export type PressedSide = 'left' | 'right';

interface ChartSurfaceProps {
  /** The accessible name. */
  label: string;
  /** Total height in px. */
  height: number;
  /** Width reserved for the axis on the right, in px. */
  axisWidth: number;
  /** Height reserved for the labels below, in px. */
  labelHeight?: number;
  distribution: PointDistribution;
  /** Number of data points; at least 1. */
  count: number;
  /** The index where arrow keys start. */
  initialIndex: number;
  /** Describes a data point to screen readers. */
  describe: (index: number) => string;
  tooltip: (index: number) => ReactNode;
  /**
   * Opens a data point, with Enter or a mouse click (which has a side). A tap only shows the tooltip.
   */
  onOpen?: ((index: number, side: PressedSide | null) => void) | undefined;
  /** Selects a data point, with a click, a tap, Enter, or the space bar. */
  onSelect?: ((index: number) => void) | undefined;
  children: (plot: Plot) => ReactNode;
}

/**
 * The interactive area of a chart. It measures its parent's width; its height is fixed. The pointer,
 * a finger, or the arrow keys move through the data points, and the tooltip is shown beside the
 * active data point. For screen readers, the chart is a slider that reads out each data point.
 */
export function ChartSurface({
  label,
  height,
  axisWidth,
  labelHeight = 24,
  distribution,
  count,
  initialIndex,
  describe,
  tooltip,
  onOpen,
  onSelect,
  children,
}: ChartSurfaceProps) {
  const [parentRef, outerWidth] = useMeasuredWidth();
  const width = Math.max(0, outerWidth - axisWidth);
  const { active, handlers } = useActivePoint({
    distribution,
    count,
    initialIndex,
    width,
    onOpen,
    onSelect,
  });
  const x = (index: number) => xOfIndex(distribution, count, index, width);
  return (
    // The fixed height prevents a layout shift when the width is measured.
    <div ref={parentRef} className="relative select-none" style={{ height }}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(active ?? initialIndex) + 1}
        aria-valuetext={describe(active ?? initialIndex)}
        className={classNames(
          'absolute inset-0 touch-pan-y rounded-md',
          onOpen && active !== null ? 'cursor-pointer' : 'cursor-crosshair',
        )}
        {...handlers}
      >
        {width > 0 && (
          <svg
            width={outerWidth}
            height={height}
            aria-hidden="true"
            // Prevents overflow between a resize of the page and the next render.
            className="figures block max-w-full overflow-visible text-xs **:transition-none"
          >
            {children({ width, height: height - labelHeight, x, active })}
          </svg>
        )}
      </div>
      {active !== null && width > 0 && (
        <ChartTooltip x={x(active)} width={outerWidth}>
          {tooltip(active)}
        </ChartTooltip>
      )}
    </div>
  );
}

/** The width of an element in whole px, updated on resize. */
function useMeasuredWidth(): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(useContext(InitialWidth));
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** The active data point, and the event handlers that change it. */
function useActivePoint({
  distribution,
  count,
  initialIndex,
  width,
  onOpen,
  onSelect,
}: {
  distribution: PointDistribution;
  count: number;
  initialIndex: number;
  width: number;
  onOpen: ChartSurfaceProps['onOpen'];
  onSelect: ((index: number) => void) | undefined;
}) {
  const [pointed, setPointed] = useState<number | null>(null);
  // Not every browser sets a click event's pointer type.
  const pressPointerType = useRef('');
  const pressedSide = useRef<PressedSide | null>(null);
  const active = pointed === null ? null : Math.min(pointed, count - 1);
  const followPointer = (event: PointerEvent<HTMLElement>) => {
    const point = localPoint(event.currentTarget, event.nativeEvent);
    if (!point || width <= 0) return;
    const index = indexAt(distribution, count, point.x, width);
    pressedSide.current = point.x < xOfIndex(distribution, count, index, width) ? 'left' : 'right';
    setPointed(index);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressPointerType.current = event.pointerType;
      followPointer(event);
    },
    onPointerMove: followPointer,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // After a tap, the tooltip stays so that it can be read.
      if (pointerType === 'mouse') setPointed(null);
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) setPointed((current) => current ?? initialIndex);
    },
    onBlur: () => setPointed(null),
    onClick: () => {
      if (active === null) return;
      // A tap only shows the tooltip.
      if (pressPointerType.current === 'mouse') onOpen?.(active, pressedSide.current);
      onSelect?.(active);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (onOpen && event.key === 'Enter') {
        event.preventDefault();
        onOpen(active ?? initialIndex, null);
        return;
      }
      if (onSelect && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        onSelect(active ?? initialIndex);
        return;
      }
      const next = indexForKey(event.key, active ?? initialIndex, count);
      if (next === undefined) return;
      event.preventDefault();
      setPointed(next);
    },
  };
  return { active, handlers };
}

/** The index that a key moves to; null to leave the chart, undefined for all other keys. */
export function indexForKey(key: string, from: number, count: number): number | null | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, from + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'PageUp') return Math.min(count - 1, from + 7);
  if (key === 'PageDown') return Math.max(0, from - 7);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'Escape') return null;
  return undefined;
}

/** Shown on the wider side of the data point, so that it covers neither the point nor the finger. */
function ChartTooltip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  const onLeft = x > width / 2;
  return (
    <div
      className="pointer-events-none absolute top-0 z-10 w-max rounded-lg border border-line bg-raised px-3 py-2 text-xs shadow-float"
      style={{
        maxWidth: Math.max(120, (onLeft ? x : width - x) - 14),
        ...(onLeft ? { right: width - x + 12 } : { left: x + 12 }),
      }}
    >
      {children}
    </div>
  );
}
