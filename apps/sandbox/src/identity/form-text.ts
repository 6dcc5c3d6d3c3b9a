const maxEmailLength = 254;

/** True if a string looks like an email address. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);
}

/** Splits a name into its first word and the remaining words. */
export function splitName(name: string): { given: string; family: string } {
  const [given = '', ...rest] = name.trim().split(/\s+/);
  return { given, family: rest.join(' ') };
}

/** Returns the string value of a form field or query parameter, truncated to `maxLength`. Empty if there is none. */
export function fieldText(source: unknown, name: string, maxLength = 2_000): string {
  if (typeof source !== 'object' || source === null) return '';
  const value: unknown = Object.entries(source).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}
