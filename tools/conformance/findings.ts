/** What a conversation with the sandbox was held against, and what did not fit. */
export class Findings {
  readonly #checked = new Map<string, number>();
  readonly #faults = new Map<string, number>();

  /** Notes one thing that was checked and its faults. `what`: a call or a webhook. */
  note(what: string, faults: readonly string[]): void {
    this.#checked.set(what, (this.#checked.get(what) ?? 0) + 1);
    for (const fault of new Set(faults)) {
      const line = `${what}: ${fault}`;
      this.#faults.set(line, (this.#faults.get(line) ?? 0) + 1);
    }
  }

  /** How often each thing was checked. */
  get checked(): ReadonlyMap<string, number> {
    return this.#checked;
  }

  /** Every fault once, with how often it was seen. */
  get faults(): ReadonlyMap<string, number> {
    return this.#faults;
  }

  /** The table that is printed, and the last line. */
  lines(): string[] {
    const widest = Math.max(...[...this.#checked.keys()].map((name) => name.length), 0);
    const bad = (name: string) =>
      [...this.#faults.keys()].filter((line) => line.startsWith(`${name}: `)).length;
    const table = [...this.#checked].map(([name, count]) => {
      const faults = bad(name);
      const verdict = faults === 0 ? 'ok' : `${faults} ${faults === 1 ? 'fault' : 'faults'}`;
      return `${name.padEnd(widest)}  ${String(count).padStart(6)}  ${verdict}`;
    });
    const faults = [...this.#faults].map(([line, count]) => `  ${line} (${count} times)`);
    const total = [...this.#checked.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...table,
      ...(faults.length === 0 ? [] : ['', 'What does not fit:', ...faults]),
      '',
      `${total} checked, ${this.#faults.size} different faults`,
    ];
  }
}
