import { classNames } from '../class-names.ts';

/** A point of a sparkline. */
export interface SparklinePoint {
  readonly value: number;
  /** True if the value is an estimate. Its part of the line is dashed. */
  readonly estimated: boolean;
}

/** The drawing is stretched to its element; strokes keep their width. */
const size = 100;
/** Space for the stroke above and below, in percent of the height. */
const margin = 6;

/**
 * A small line without axes, as wide and as high as its element. It is a picture: `label` describes
 * it, and its numbers are elsewhere. It needs no measuring, so it is drawn with its first render.
 */
export function Sparkline({
  label,
  points,
  className,
}: {
  /** The accessible name. */
  label: string;
  /** At least two, oldest first, at equal distances. */
  points: readonly SparklinePoint[];
  /** Sets the size. */
  className: string;
}) {
  const line = drawSparkline(points);
  const lastY = line.at(-1)?.y ?? 0;
  return (
    <div role="img" aria-label={label} className={classNames('relative', className)}>
      {/* Room for the dot at the end of the line. */}
      <div className="absolute inset-y-0 right-1.5 left-0">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block size-full overflow-visible"
        >
          <path d={areaBelow(line)} fill="var(--accent)" fillOpacity={0.1} />
          {(['known', 'estimated'] as const).map((kind) => (
            <path
              key={kind}
              d={segmentsOf(line, kind === 'estimated')}
              fill="none"
              stroke={kind === 'known' ? 'var(--accent)' : 'var(--edge)'}
              strokeWidth={2}
              strokeLinejoin="round"
              {...(kind === 'estimated' && { strokeDasharray: '3 3' })}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span
          aria-hidden="true"
          className="absolute left-full size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
          style={{ top: `${lastY}%` }}
        />
      </div>
    </div>
  );
}

interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly estimated: boolean;
}

/** The coordinates of the points, in percent of the size. The lowest value is at the bottom. */
export function drawSparkline(points: readonly SparklinePoint[]): DrawnPoint[] {
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  return points.map(({ value, estimated }, index) => ({
    x: (index / Math.max(1, points.length - 1)) * size,
    // A line without changes is in the middle.
    y: range === 0 ? size / 2 : size - margin - ((value - low) / range) * (size - 2 * margin),
    estimated,
  }));
}

const position = ({ x, y }: DrawnPoint): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** The path of the segments that have an estimate at either end, or of all others. */
export function segmentsOf(line: readonly DrawnPoint[], estimated: boolean): string {
  let isDrawing = false;
  return line
    .flatMap((point, index) => {
      const previous = line[index - 1];
      const belongs =
        previous !== undefined && (previous.estimated || point.estimated) === estimated;
      const start = belongs && !isDrawing ? [`M${position(previous)}`] : [];
      isDrawing = belongs;
      return belongs ? [...start, `L${position(point)}`] : [];
    })
    .join('');
}

const areaBelow = (line: readonly DrawnPoint[]): string =>
  `M0 ${size}${line.map((point) => `L${position(point)}`).join('')}L${size} ${size}Z`;
