/** A slice of a ring: its outline as an SVG path, and its center. */
export interface RingSlice {
  readonly path: string;
  readonly center: readonly [x: number, y: number];
}

/** The radii of a ring centered at 0, 0, and the gap between its slices, in px. */
export interface Ring {
  readonly outer: number;
  readonly inner: number;
  readonly gap: number;
}

/**
 * The slices of a ring, proportional to their values (above 0), clockwise from the top. The gap is
 * taken from both ends of a slice, but a slice never disappears.
 */
export function ringSlices(values: readonly number[], ring: Ring): RingSlice[] {
  const sum = values.reduce((total, value) => total + value, 0);
  let end = 0;
  return values.map((value) => {
    const from = end;
    end += value / sum;
    return values.length === 1 ? wholeRing(ring) : slice(from, end, ring);
  });
}

/** The point at a fraction of a turn (0 to 1, clockwise from the top). */
function pointAt(turn: number, radius: number): [x: number, y: number] {
  const angle = turn * 2 * Math.PI;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

const formatPoint = (point: readonly number[]): string =>
  point.map((value) => value.toFixed(2)).join(' ');

function slice(from: number, to: number, { outer, inner, gap }: Ring): RingSlice {
  const half = (to - from) / 2;
  const center = from + half;
  // The gap has the same width at both radii.
  const ends = (radius: number) => {
    const reach = Math.max(half * 0.3, half - gap / 2 / (2 * Math.PI * radius));
    return [pointAt(center - reach, radius), pointAt(center + reach, radius)] as const;
  };
  const [outerStart, outerEnd] = ends(outer);
  const [innerStart, innerEnd] = ends(inner);
  const large = half > 0.25 ? 1 : 0;
  return {
    path: [
      `M${formatPoint(outerStart)}`,
      `A${outer} ${outer} 0 ${large} 1 ${formatPoint(outerEnd)}`,
      `L${formatPoint(innerEnd)}`,
      `A${inner} ${inner} 0 ${large} 0 ${formatPoint(innerStart)}Z`,
    ].join(''),
    center: pointAt(center, (outer + inner) / 2),
  };
}

/** SVG doesn't render an arc that ends where it starts, so a full ring is drawn as two halves. */
function wholeRing({ outer, inner }: Ring): RingSlice {
  const circle = (radius: number, sweep: 0 | 1) =>
    `M0 ${-radius}A${radius} ${radius} 0 1 ${sweep} 0 ${radius}A${radius} ${radius} 0 1 ${sweep} 0 ${-radius}Z`;
  return { path: circle(outer, 1) + circle(inner, 0), center: [0, -(outer + inner) / 2] };
}
