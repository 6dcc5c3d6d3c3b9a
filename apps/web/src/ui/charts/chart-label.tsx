import type { SVGProps } from 'react';

/** Text on a chart, with an outline in the card's color so that it stays readable over lines. */
export function ChartLabel({ fill = 'var(--muted)', ...rest }: SVGProps<SVGTextElement>) {
  return (
    <text
      fill={fill}
      stroke="var(--surface)"
      strokeWidth={4}
      strokeLinejoin="round"
      paintOrder="stroke"
      {...rest}
    />
  );
}
