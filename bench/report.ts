/** One measured figure beside its limit. */
export interface Figure {
  what: string;
  measured: string;
  limit: string;
  holds: boolean;
}

/** Prints the figures as a table; a limit that does not hold is marked, and the run fails. */
export function printFigures(figures: readonly Figure[]): void {
  const width = (column: (figure: Figure) => string) =>
    Math.max(...figures.map((figure) => column(figure).length));
  const [what, measured, limit] = [
    width((f) => f.what),
    width((f) => f.measured),
    width((f) => f.limit),
  ];
  for (const figure of figures)
    console.log(
      `${figure.holds ? '  ' : '! '}${figure.what.padEnd(what)}  ${figure.measured.padStart(measured)}  ${figure.limit.padEnd(limit)}`,
    );
  const broken = figures.filter(({ holds }) => !holds).length;
  console.log(broken === 0 ? '\nEvery limit holds.' : `\n${broken} limit(s) do not hold.`);
  if (broken > 0) process.exitCode = 1;
}

export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
