import { arc, type PieArcDatum, pie } from 'd3-shape';

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

/** The gap takes at most this share of a slice, so that a small slice never disappears. */
const maxGapShare = 0.7;

/**
 * The slices of a ring, proportional to their values (above 0), clockwise from the top. The gap is
 * taken from both ends of a slice and has the same width at both radii.
 */
export function ringSlices(
  values: readonly number[],
  { outer, inner, gap }: Ring,
): readonly RingSlice[] {
  const shape = arc<PieArcDatum<number>>()
    .outerRadius(outer)
    .innerRadius(inner)
    .padRadius(inner)
    .padAngle(({ startAngle, endAngle }) =>
      Math.min(gap / inner, maxGapShare * (endAngle - startAngle)),
    );
  const slices = pie<number>().sort(null)([...values]);
  return slices.map((slice) => ({ path: shape(slice) ?? '', center: shape.centroid(slice) }));
}
