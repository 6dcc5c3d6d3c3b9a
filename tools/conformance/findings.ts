/** The results of a conformance run: what was checked, and what does not match the specification. */
export class Findings {
  readonly #checked = new Map<string, number>();
  readonly #mismatches = new Map<string, number>();

  /** Records one check of a call or webhook. */
  record(subject: string, mismatches: readonly string[]): void {
    this.#checked.set(subject, (this.#checked.get(subject) ?? 0) + 1);
    for (const mismatch of new Set(mismatches)) {
      const line = `${subject}: ${mismatch}`;
      this.#mismatches.set(line, (this.#mismatches.get(line) ?? 0) + 1);
    }
  }

  /** How often each mismatch occurred. */
  get mismatches(): ReadonlyMap<string, number> {
    return this.#mismatches;
  }

  /** The report: a table of the checks, the mismatches, and the totals. */
  lines(): string[] {
    const width = Math.max(...[...this.#checked.keys()].map((name) => name.length), 0);
    const countMismatches = (name: string) =>
      [...this.#mismatches.keys()].filter((line) => line.startsWith(`${name}: `)).length;
    const table = [...this.#checked].map(([name, count]) => {
      const mismatches = countMismatches(name);
      const result = mismatches === 0 ? 'ok' : mismatchCount(mismatches);
      return `${name.padEnd(width)}  ${String(count).padStart(6)}  ${result}`;
    });
    const details = [...this.#mismatches].map(([line, count]) => `  ${line} (${count} times)`);
    const total = [...this.#checked.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...table,
      ...(details.length === 0 ? [] : ['', 'Mismatches:', ...details]),
      '',
      `${total} checked, ${mismatchCount(this.#mismatches.size)}`,
    ];
  }
}

const mismatchCount = (count: number) => (count === 1 ? '1 mismatch' : `${count} mismatches`);
