/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Creates readers of variables by name, with defaults. An invalid value adds a line to `errors`. */
export function createEnvironmentReader(environment: Environment, errors: string[]) {
  const text = (name: string, fallback: string) => environment[name] || fallback;
  return {
    text,
    required: (name: string) => {
      const value = environment[name];
      if (!value)
        errors.push(`${name} must be set (\`npm start\` sets it to the embedded database)`);
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
      errors.push(`${name} must be a port number, not '${environment[name]}'`);
      return fallback;
    },
    url: (name: string, fallback: string) => {
      const value = text(name, fallback);
      if (URL.canParse(value) && /^https?:/.test(value)) return value;
      errors.push(`${name} must be an http(s) URL, not '${value}'`);
      return fallback;
    },
  };
}

/** Environment variables by name. */
export type EnvironmentReader = ReturnType<typeof createEnvironmentReader>;
