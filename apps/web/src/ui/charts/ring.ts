/** A part of a ring: its outline for an SVG path, and the middle of it. */
export interface RingSlice {
  readonly path: string;
  readonly middle: readonly [x: number, y: number];
}

/** Radii of a ring around 0, 0, and the gap between its slices, in px. */
export interface Ring {
  readonly outer: number;
  readonly inner: number;
  readonly gap: number;
}

/**
 * A ring cut into slices as large as their values, clockwise from the top. Values are above 0. A slice is
 * half a gap narrower at either end, but never nothing.
 */
export function ringSlices(values: readonly number[], ring: Ring): RingSlice[] {
  const sum = values.reduce((all, value) => all + value, 0);
  let end = 0;
  return values.map((value) => {
    const from = end;
    end += value / sum;
    return values.length === 1 ? wholeRing(ring) : slice(from, end, ring);
  });
}

/** A point at a part of the way around (0 to 1, clockwise from the top). */
function at(turn: number, radius: number): [x: number, y: number] {
  const angle = turn * 2 * Math.PI;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

const written = (point: readonly number[]): string =>
  point.map((value) => value.toFixed(2)).join(' ');

function slice(from: number, to: number, { outer, inner, gap }: Ring): RingSlice {
  const half = (to - from) / 2;
  const centre = from + half;
  // The gap is as wide inside as outside.
  const ends = (radius: number) => {
    const reach = Math.max(half * 0.3, half - gap / 2 / (2 * Math.PI * radius));
    return [at(centre - reach, radius), at(centre + reach, radius)] as const;
  };
  const [outerStart, outerEnd] = ends(outer);
  const [innerStart, innerEnd] = ends(inner);
  const large = half > 0.25 ? 1 : 0;
  return {
    path: [
      `M${written(outerStart)}`,
      `A${outer} ${outer} 0 ${large} 1 ${written(outerEnd)}`,
      `L${written(innerEnd)}`,
      `A${inner} ${inner} 0 ${large} 0 ${written(innerStart)}Z`,
    ].join(''),
    middle: at(centre, (outer + inner) / 2),
  };
}

/** An arc that ends where it begins is nothing, so one slice alone is two half rings. */
function wholeRing({ outer, inner }: Ring): RingSlice {
  const circle = (radius: number, sweep: 0 | 1) =>
    `M0 ${-radius}A${radius} ${radius} 0 1 ${sweep} 0 ${radius}A${radius} ${radius} 0 1 ${sweep} 0 ${-radius}Z`;
  return { path: circle(outer, 1) + circle(inner, 0), middle: [0, -(outer + inner) / 2] };
}
