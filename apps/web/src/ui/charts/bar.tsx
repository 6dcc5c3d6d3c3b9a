/** A bar between two y coordinates, with rounded corners. */
export function Bar({
  x,
  width,
  from,
  to,
  fill,
}: {
  x: number;
  width: number;
  from: number;
  to: number;
  fill: string;
}) {
  const height = Math.abs(from - to);
  return (
    <rect
      x={x}
      width={width}
      y={Math.min(from, to)}
      height={height}
      rx={Math.min(3, height)}
      fill={fill}
    />
  );
}
