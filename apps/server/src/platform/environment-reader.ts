export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables by name: each with its default, and a line in `faults` where a value is none. */
export function readerOf(environment: Environment, faults: string[]) {
  const text = (name: string, fallback: string) => environment[name] || fallback;
  return {
    text,
    required: (name: string) => {
      const value = environment[name];
      if (!value)
        faults.push(`${name} must be set (\`npm start\` sets it to the embedded database)`);
      return value ?? '';
    },
    list: (name: string, fallback = '') =>
      text(name, fallback)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    port: (name: string, fallback: number) => {
      const value = Number(text(name, String(fallback)));
      if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
      faults.push(`${name} must be a port number, not '${environment[name]}'`);
      return fallback;
    },
    url: (name: string, fallback: string) => {
      const value = text(name, fallback);
      if (URL.canParse(value) && /^https?:/.test(value)) return value;
      faults.push(`${name} must be an http(s) address, not '${value}'`);
      return fallback;
    },
  };
}

export type EnvironmentReader = ReturnType<typeof readerOf>;
