/**
 * Parses `name=count,name=count` as overrides of default counts. An invalid part adds a message that names the
 * environment variable to `errors`.
 */
export function parseNamedCounts<Name extends string>(
  variable: string,
  text: string,
  defaults: Readonly<Record<Name, number>>,
  errors: string[],
): Record<Name, number> {
  const counts: Record<Name, number> = { ...defaults };
  const isName = (name: string): name is Name => Object.hasOwn(defaults, name);
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [name = '', count = ''] = part.split('=').map((piece) => piece.trim());
    const value = Number(count);
    if (isName(name) && Number.isInteger(value) && value > 0) counts[name] = value;
    else
      errors.push(
        `${variable} has '${part.trim()}': write name=count, where name is one of ${Object.keys(defaults).join(', ')}`,
      );
  }
  return counts;
}
