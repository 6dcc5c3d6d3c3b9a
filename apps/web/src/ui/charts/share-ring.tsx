import type { ReactNode } from 'react';
import { ringSlices } from './ring.ts';

/** One part of a whole. */
export interface Share {
  readonly key: string;
  /** 0 to 1; all of them add up to 1. */
  readonly part: number;
  readonly colour: string;
}

const ring = { outer: 47.5, inner: 36.5, gap: 1.2 };

/** Colours of parts that follow each other, far apart in hue; more parts begin again. */
export const shareColour = (index: number): string =>
  `var(--category-${[15, 10, 2, 9, 6, 1, 5, 13][index % 8]})`;

/** The colour of all that is too small for a part of its own. */
export const restColour = 'var(--edge)';

/** Parts of a whole as a ring around what they add up to. What it shows has to stand beside it as text. */
export function ShareRing({ shares, children }: { shares: readonly Share[]; children: ReactNode }) {
  const slices = ringSlices(
    shares.map(({ part }) => part),
    ring,
  );
  return (
    <div className="relative mx-auto aspect-square w-full max-w-60">
      <svg viewBox="-50 -50 100 100" aria-hidden="true" className="block w-full">
        {shares.map(({ key, colour }, index) => (
          <path key={key} d={slices[index]?.path} fill={colour} />
        ))}
      </svg>
      <div className="absolute inset-[19%] grid place-content-center text-center">{children}</div>
    </div>
  );
}
