/** One measured figure beside its limit. */
export interface Figure {
  what: string;
  measured: string;
  limit: string;
  holds: boolean;
}

// Wide enough for what there is: figures are printed as they come.
const widths = { what: 84, measured: 20 };

/** Prints figures beside their limits; a limit that does not hold is marked. */
export function printFigures(figures: readonly Figure[]): void {
  for (const { what, measured, limit, holds } of figures)
    console.log(
      `${holds ? '  ' : '! '}${what.padEnd(widths.what)}  ${measured.padStart(widths.measured)}  ${limit}`,
    );
}

/** Says at the end whether every limit holds; the run fails if one does not. */
export function sayWhetherAllHold(figures: readonly Figure[]): void {
  const broken = figures.filter(({ holds }) => !holds).length;
  console.log(broken === 0 ? '\nEvery limit holds.' : `\n${broken} limit(s) do not hold.`);
  if (broken > 0) process.exitCode = 1;
}

export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
