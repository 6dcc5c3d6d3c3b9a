import { localPoint } from '@visx/event';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { placeAt, placeX, type Spread } from './chart-scale.ts';
import { useMeasuredWidth } from './measured-width.ts';

/** What a chart is drawn with. Sizes in px; the plot begins at 0, 0. */
export interface Plot {
  /** Width of the plot, without the axis. */
  readonly width: number;
  /** Height of the plot, without the labels below. */
  readonly height: number;
  /** The x of a place (0-based). */
  readonly x: (index: number) => number;
  /** The place pointed at, or null. */
  readonly active: number | null;
}

/** Where a place was pressed: of two bars side by side, which one. */
export type PressedSide = 'left' | 'right';

interface ChartSurfaceProps {
  /** What the chart shows. */
  label: string;
  /** Of the whole, in px. */
  height: number;
  /** Room for the axis at the right, in px. */
  axisWidth: number;
  /** Room for the labels below, in px. */
  labelHeight?: number;
  spread: Spread;
  /** How many places there are; at least 1. */
  count: number;
  /** The place where the arrow keys begin. */
  home: number;
  /** One place in words. */
  describe: (index: number) => string;
  tooltip: (index: number) => ReactNode;
  /**
   * Opens what a place stands for: with Enter, or a press of the mouse, which also says on which side of the
   * place's middle it was; a finger that taps reads it first.
   */
  onOpen?: ((index: number, side: PressedSide | null) => void) | undefined;
  /** Chooses a place: with a press, also a finger's, or Enter or the space bar on the one at hand. */
  onPick?: ((index: number) => void) | undefined;
  children: (plot: Plot) => ReactNode;
}

/**
 * Where a chart is drawn and pointed at: measured to its parent, at a height that is known before.
 * The places along it are gone through with the pointer, the finger or the arrow keys; to those
 * who hear the page it is a slider that reads out each place. The tooltip stands beside the place. A
 * press on a place, or Enter or the space bar on the one that the keys went to, picks it.
 */
export function ChartSurface({
  label,
  height,
  axisWidth,
  labelHeight = 24,
  spread,
  count,
  home,
  describe,
  tooltip,
  onOpen,
  onPick,
  children,
}: ChartSurfaceProps) {
  const [parentRef, outerWidth] = useMeasuredWidth();
  const width = Math.max(0, outerWidth - axisWidth);
  const { active, handlers } = usePointing({ spread, count, home, width, onOpen, onPick });
  const x = (index: number) => placeX(spread, count, index, width);
  return (
    // The height is there before the width is measured, so nothing below moves.
    <div ref={parentRef} className="relative select-none" style={{ height }}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(active ?? home) + 1}
        aria-valuetext={describe(active ?? home)}
        className={classNames(
          'absolute inset-0 touch-pan-y rounded-md',
          onOpen && active !== null && 'cursor-pointer',
        )}
        {...handlers}
      >
        {width > 0 && (
          <svg
            width={outerWidth}
            height={height}
            aria-hidden="true"
            // Until it is drawn anew for a page that became narrower, it is no wider than that.
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

/** The place pointed at, and what follows pointer, finger and keys. */
function usePointing({
  spread,
  count,
  home,
  width,
  onOpen,
  onPick,
}: {
  spread: Spread;
  count: number;
  home: number;
  width: number;
  onOpen: ChartSurfaceProps['onOpen'];
  onPick: ((index: number) => void) | undefined;
}) {
  const [pointed, setPointed] = useState<number | null>(null);
  // Not every browser says with a click what it was made with.
  const pressedBy = useRef('');
  const pressedSide = useRef<PressedSide | null>(null);
  const active = pointed === null ? null : Math.min(pointed, count - 1);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const point = localPoint(event.currentTarget, event.nativeEvent);
    if (!point || width <= 0) return;
    const index = placeAt(spread, count, point.x, width);
    pressedSide.current = point.x < placeX(spread, count, index, width) ? 'left' : 'right';
    setPointed(index);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressedBy.current = event.pointerType;
      follow(event);
    },
    onPointerMove: follow,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A finger that is lifted leaves what it pointed at to be read.
      if (pointerType === 'mouse') setPointed(null);
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) setPointed((was) => was ?? home);
    },
    onBlur: () => setPointed(null),
    onClick: () => {
      // A finger that taps wants to read the place first.
      if (active === null) return;
      if (pressedBy.current === 'mouse') onOpen?.(active, pressedSide.current);
      onPick?.(active);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (onOpen && event.key === 'Enter') {
        event.preventDefault();
        onOpen(active ?? home, null);
        return;
      }
      if (onPick && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        onPick(active ?? home);
        return;
      }
      const next = placeForKey(event.key, active ?? home, count);
      if (next === undefined) return;
      event.preventDefault();
      setPointed(next);
    },
  };
  return { active, handlers };
}

/** Where a key leads from a place: null is away from the chart, undefined is not our key. */
export function placeForKey(key: string, from: number, count: number): number | null | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, from + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'PageUp') return Math.min(count - 1, from + 7);
  if (key === 'PageDown') return Math.max(0, from - 7);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'Escape') return null;
  return undefined;
}

/** Stands at the side of the place that has more room, so that it covers neither place nor finger. */
function ChartTooltip({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  const toTheLeft = x > width / 2;
  return (
    <div
      className="pointer-events-none absolute top-0 z-10 w-max rounded-lg border border-line bg-raised px-3 py-2 text-xs shadow-float"
      style={{
        maxWidth: Math.max(120, (toTheLeft ? x : width - x) - 14),
        ...(toTheLeft ? { right: width - x + 12 } : { left: x + 12 }),
      }}
    >
      {children}
    </div>
  );
}
