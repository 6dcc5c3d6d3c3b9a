import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { CategoryGlyph, categoryStyle } from '../../../ui/category-icon.tsx';
import { indexForKey } from '../../../ui/charts/chart-surface.tsx';
import { type RingSlice, ringSlices } from '../../../ui/charts/ring.ts';
import { type FormatTotal, Money, useFormatTotal } from '../../../ui/money.tsx';
import type { CategoryRow } from '../spending.api.ts';
import { spendingCopy } from '../spending.copy.ts';

const ring = { outer: 120, inner: 78, gap: 2 };
const iconSize = 20;
/** Slices up to this many percent have no icon. */
const maxPercentWithoutIcon = 5;

/**
 * Category shares as a ring around their total. Pointing, touching, or the arrow keys select a slice; a click
 * or Enter opens it. Screen readers get a slider that reads out each share. The table next to it has the
 * same numbers.
 */
export function CategoryDonut({
  rows,
  center,
  onOpen,
}: {
  /** Largest first; at least one. */
  rows: readonly CategoryRow[];
  /** The content of the ring's center while no slice is selected. */
  center: ReactNode;
  onOpen: (row: CategoryRow) => void;
}) {
  const format = useFormatTotal();
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  const selected = selectedIndex === null ? undefined : rows[selectedIndex];
  const slices = ringSlices(
    rows.map(({ value }) => value),
    ring,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const row = rows[selectedIndex ?? 0];
      if (row) onOpen(row);
      return;
    }
    const next = indexForKey(event.key, selectedIndex ?? -1, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setSelectedIndex(next);
  };
  return (
    <div className="relative mx-auto aspect-square w-full max-w-64 select-none">
      <div
        role="slider"
        tabIndex={0}
        aria-label={spendingCopy.byCategory.donut}
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={(selectedIndex ?? 0) + 1}
        aria-valuetext={describe(selected ?? rows[0], format)}
        className="absolute inset-0 rounded-full"
        onKeyDown={onKeyDown}
        onBlur={() => setSelectedIndex(null)}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setSelectedIndex(null);
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
              dimmed={selected !== undefined && selected !== row}
              onSelect={() => setSelectedIndex(index)}
              onOpen={() => onOpen(row)}
            />
          ))}
        </svg>
      </div>
      <div className="pointer-events-none absolute inset-[19%] flex flex-col items-center justify-center text-center *:pointer-events-auto">
        {selected ? <SelectedShare row={selected} /> : center}
      </div>
    </div>
  );
}

/** The share of the selected slice, in the center of the ring. */
function SelectedShare({ row }: { row: CategoryRow }) {
  return (
    <div className="pointer-events-none!">
      <p className="text-xs text-pretty text-muted">{categoryLabel(row.name)}</p>
      <p className="text-base font-semibold">
        <Money amount={row.value} />
      </p>
      <p className="figures text-xs text-muted">{percentOf(row)}</p>
    </div>
  );
}

const percentOf = ({ percentage }: CategoryRow): string => `${percentage.toFixed(1)}%`;

function describe(row: CategoryRow | undefined, format: FormatTotal): string {
  if (!row) return '';
  return formatMessage(spendingCopy.byCategory.share, {
    category: categoryLabel(row.name),
    percent: percentOf(row),
    amount: format(row.value),
  });
}

function Slice({
  row,
  slice,
  dimmed,
  onSelect,
  onOpen,
}: {
  row: CategoryRow;
  slice: RingSlice | undefined;
  dimmed: boolean;
  onSelect: () => void;
  onOpen: () => void;
}) {
  const { color } = categoryStyle(row.name);
  if (!slice) return null;
  const [x, y] = slice.center;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider around it handles the keyboard.
    <g
      onPointerEnter={onSelect}
      onClick={onOpen}
      className="cursor-pointer transition-opacity duration-150"
      opacity={dimmed ? 0.4 : 1}
    >
      <path d={slice.path} fill={color} />
      {row.percentage > maxPercentWithoutIcon && (
        <CategoryGlyph
          category={row.name}
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
