import { labelOfCategory } from '@cairn/contract/taxonomy';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { lookOfCategory } from '../../ui/category-icon.tsx';
import { placeForKey } from '../../ui/charts/chart-surface.tsx';
import { type RingSlice, ringSlices } from '../../ui/charts/ring.ts';
import { type FormatTotal, Money, useFormatTotal } from '../../ui/money.tsx';
import type { CategoryRow } from './spending.api.ts';

const ring = { outer: 120, inner: 78, gap: 2 };
const iconSize = 20;
/** Slices of at most so many percent are too narrow for an icon. */
const narrow = 5;

/**
 * Shares as a ring with what they sum to in its middle. A slice is pointed at with the pointer, the finger
 * or the arrow keys, and opened with a press or Enter; to those who hear the page it is a slider that
 * reads out each share. Its numbers stand in the table beside it.
 */
export function CategoryDonut({
  rows,
  middle,
  onOpen,
}: {
  /** Largest first; at least one. */
  rows: readonly CategoryRow[];
  /** What stands in the middle while nothing is pointed at. */
  middle: ReactNode;
  onOpen: (row: CategoryRow) => void;
}) {
  const format = useFormatTotal();
  const [pointed, setPointed] = useState<number | null>(null);
  const active = pointed === null ? undefined : rows[pointed];
  const slices = ringSlices(
    rows.map(({ value }) => value),
    ring,
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const row = rows[pointed ?? 0];
      if (row) onOpen(row);
      return;
    }
    const next = placeForKey(event.key, pointed ?? -1, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setPointed(next);
  };
  return (
    <div className="relative mx-auto aspect-square w-full max-w-64 select-none">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Shares of the month's spending"
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={(pointed ?? 0) + 1}
        aria-valuetext={describe(active ?? rows[0], format)}
        className="absolute inset-0 rounded-full"
        onKeyDown={press}
        onBlur={() => setPointed(null)}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setPointed(null);
        }}
      >
        <svg
          viewBox={`${-ring.outer} ${-ring.outer} ${2 * ring.outer} ${2 * ring.outer}`}
          aria-hidden="true"
        >
          {rows.map((row, index) => (
            <Slice
              key={row.name}
              row={row}
              slice={slices[index]}
              pale={active !== undefined && active !== row}
              onPoint={() => setPointed(index)}
              onOpen={() => onOpen(row)}
            />
          ))}
        </svg>
      </div>
      <div className="pointer-events-none absolute inset-[19%] flex flex-col items-center justify-center text-center *:pointer-events-auto">
        {active ? <Pointed row={active} /> : middle}
      </div>
    </div>
  );
}

/** The slice pointed at, in the middle. */
function Pointed({ row }: { row: CategoryRow }) {
  return (
    <div className="pointer-events-none!">
      <p className="text-xs text-pretty text-muted">{labelOfCategory(row.name)}</p>
      <p className="text-base font-semibold">
        <Money amount={row.value} />
      </p>
      <p className="figures text-xs text-muted">{row.percentage.toFixed(1)}%</p>
    </div>
  );
}

const describe = (row: CategoryRow | undefined, format: FormatTotal): string =>
  row ? `${labelOfCategory(row.name)}: ${row.percentage.toFixed(1)}%, ${format(row.value)}` : '';

function Slice({
  row,
  slice,
  pale,
  onPoint,
  onOpen,
}: {
  row: CategoryRow;
  slice: RingSlice | undefined;
  pale: boolean;
  onPoint: () => void;
  onOpen: () => void;
}) {
  const { icon: Icon, color } = lookOfCategory(row.name);
  if (!slice) return null;
  const [x, y] = slice.middle;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider around it has the keys for it.
    <g
      onPointerEnter={onPoint}
      onClick={onOpen}
      className="cursor-pointer transition-opacity duration-150"
      opacity={pale ? 0.4 : 1}
    >
      <path d={slice.path} fill={color} />
      {row.percentage > narrow && (
        <Icon
          x={x - iconSize / 2}
          y={y - iconSize / 2}
          width={iconSize}
          height={iconSize}
          color="var(--surface)"
          strokeWidth={2}
        />
      )}
    </g>
  );
}
