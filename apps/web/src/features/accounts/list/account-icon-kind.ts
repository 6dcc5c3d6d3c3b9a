/** Subtypes that have their own icon, whatever their type. */
const bySubtype = ['checking', 'credit card', 'mortgage', 'student', 'auto'] as const;

/** Which icon an account gets. */
export type AccountIconKind = (typeof bySubtype)[number] | 'loan' | 'investment' | 'other';

/** The icon by subtype, otherwise by type, so that a debt never gets the savings icon. */
export function accountIconKind({
  type,
  subtype,
}: {
  type: string;
  subtype: string | null;
}): AccountIconKind {
  const match = bySubtype.find((name) => name === (subtype ?? type));
  if (match !== undefined) return match;
  if (type === 'credit') return 'credit card';
  return type === 'loan' || type === 'investment' ? type : 'other';
}
