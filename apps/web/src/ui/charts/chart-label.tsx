import type { SVGProps } from 'react';

/** Words on a chart, with a rim in the card's colour so that lines below don't cross them. */
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
