/** A vertical line through the active data point, and a dot on its value. */
export function ActivePointMarker({ x, y, height }: { x: number; y: number; height: number }) {
  return (
    <>
      <line x1={x} x2={x} y2={height} stroke="var(--edge)" strokeDasharray="2 3" />
      <circle cx={x} cy={y} r={5} fill="var(--accent)" stroke="var(--surface)" strokeWidth={2} />
    </>
  );
}
