const longestEmail = 254;

/** Whether a text is an email address as far as a form can tell. */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);
}

/** The first word of a name, and the rest of it. */
export function splitName(name: string): { given: string; family: string } {
  const [given = '', ...rest] = name.trim().split(/\s+/);
  return { given, family: rest.join(' ') };
}

/** The one text that a form field or a query parameter holds, cut to a sane length; '' where there is none. */
export function fieldText(source: unknown, name: string, longest = 2_000): string {
  if (typeof source !== 'object' || source === null) return '';
  const value: unknown = Object.entries(source).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value.slice(0, longest) : '';
}
