import type { ReactNode } from 'react';
import { ringSlices } from './ring.ts';

/** A share of a total. */
export interface Share {
  readonly key: string;
  /** From 0 to 1; all shares add up to 1. */
  readonly fraction: number;
  readonly color: string;
}

const ring = { outer: 47.5, inner: 36.5, gap: 1.2 };

/** The color of a share by its index. Consecutive hues differ widely; colors repeat after eight. */
export const shareColor = (index: number): string =>
  `var(--category-${[15, 10, 2, 9, 6, 1, 5, 13][index % 8]})`;

/** The color of the combined small shares. */
export const otherSharesColor = 'var(--edge)';

/** A donut chart around its total. It is decorative: its numbers must also be given as text. */
export function ShareRing({ shares, children }: { shares: readonly Share[]; children: ReactNode }) {
  const slices = ringSlices(
    shares.map(({ fraction }) => fraction),
    ring,
  );
  return (
    <div className="relative mx-auto aspect-square w-full max-w-60">
      <svg viewBox="-50 -50 100 100" aria-hidden="true" className="block w-full">
        {shares.map(({ key, color }, index) => (
          <path key={key} d={slices[index]?.path} fill={color} />
        ))}
      </svg>
      <div className="absolute inset-[19%] grid place-content-center text-center">{children}</div>
    </div>
  );
}
