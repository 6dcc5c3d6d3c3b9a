/** One measured value with its limit. */
export interface Figure {
  name: string;
  measured: string;
  limit: string;
  withinLimit: boolean;
}

const columnWidths = { name: 84, measured: 20 };

/** Prints figures with their limits. A `!` marks a figure that is not within its limit. */
export function printFigures(figures: readonly Figure[]): void {
  for (const { name, measured, limit, withinLimit } of figures)
    console.log(
      `${withinLimit ? '  ' : '! '}${name.padEnd(columnWidths.name)}  ${measured.padStart(columnWidths.measured)}  ${limit}`,
    );
}

/** Prints whether all figures are within their limits. If not, the run fails. */
export function printSummary(figures: readonly Figure[]): void {
  const exceeded = figures.filter(({ withinLimit }) => !withinLimit).length;
  const limits = exceeded === 1 ? '1 limit was' : `${exceeded} limits were`;
  console.log(exceeded === 0 ? '\nAll figures are within their limits.' : `\n${limits} not met.`);
  if (exceeded > 0) process.exitCode = 1;
}

export const formatMilliseconds = (value: number): string => `${value.toFixed(2)} ms`;

/** A size of downloaded files, in bytes. If nothing was downloaded, the measurement has failed. */
export const sizeFigure = (name: string, bytes: number, limit: number): Figure => ({
  name,
  measured: `${(bytes / 1000).toFixed(1)} kB`,
  limit: `<= ${limit / 1000} kB`,
  withinLimit: bytes > 0 && bytes <= limit,
});
