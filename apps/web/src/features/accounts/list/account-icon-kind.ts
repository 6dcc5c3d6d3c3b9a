/** The subtypes that have icons of their own. */
const subtypesWithIcons = ['checking', 'credit card', 'mortgage', 'student', 'auto'] as const;

/** The icons that an account can have. */
export type AccountIconKind = (typeof subtypesWithIcons)[number] | 'loan' | 'investment' | 'other';

/** Picks an icon by subtype, otherwise by type, so that a debt never gets the savings icon. */
export function accountIconKind({
  type,
  subtype,
}: {
  type: string;
  subtype: string | null;
}): AccountIconKind {
  const match = subtypesWithIcons.find((name) => name === (subtype ?? type));
  if (match !== undefined) return match;
  if (type === 'credit') return 'credit card';
  return type === 'loan' || type === 'investment' ? type : 'other';
}
