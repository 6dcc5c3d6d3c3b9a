import type { ReactNode } from 'react';

/** One part of a whole. */
export interface Share {
  readonly key: string;
  /** 0 to 1; all of them add up to 1. */
  readonly part: number;
  readonly colour: string;
}

const radius = 42;
const around = 2 * Math.PI * radius;
/** Between two parts, in the units of the drawing; what is smaller than it is drawn without. */
const gap = 1.2;

/** Colours of parts that follow each other, far apart in hue; more parts begin again. */
export const shareColour = (index: number): string =>
  `var(--category-${[15, 10, 2, 9, 6, 1, 5, 13][index % 8]})`;

/** The colour of all that is too small for a part of its own. */
export const restColour = 'var(--edge)';

/** Parts of a whole as a ring around what they add up to. What it shows has to stand beside it as text. */
export function ShareRing({ shares, children }: { shares: readonly Share[]; children: ReactNode }) {
  let before = 0;
  const arcs = shares.map((share) => {
    const from = before;
    before += share.part;
    const length = share.part * around;
    return { ...share, from, shown: shares.length > 1 && length > 2 * gap ? length - gap : length };
  });
  return (
    <div className="relative mx-auto aspect-square w-full max-w-60">
      <svg viewBox="0 0 100 100" aria-hidden="true" className="block w-full -rotate-90">
        <circle cx={50} cy={50} r={radius} fill="none" stroke="var(--sunken)" strokeWidth={11} />
        {arcs.map(({ key, from, shown, colour }) => (
          <circle
            key={key}
            cx={50}
            cy={50}
            r={radius}
            fill="none"
            stroke={colour}
            strokeWidth={11}
            strokeDasharray={`${shown} ${around - shown}`}
            strokeDashoffset={-from * around}
          />
        ))}
      </svg>
      <div className="absolute inset-[19%] grid place-content-center text-center">{children}</div>
    </div>
  );
}
