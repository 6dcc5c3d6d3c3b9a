/** Subtypes with a look of their own, whatever their type. */
const bySubtype = ['checking', 'credit card', 'mortgage', 'student', 'auto'] as const;

/** How an account looks where it has an icon. */
export type AccountLook = (typeof bySubtype)[number] | 'loan' | 'investment' | 'other';

/** The look of an account: by its subtype, else by its type, so that no debt looks like savings. */
export function lookOf({ type, subtype }: { type: string; subtype: string | null }): AccountLook {
  const own = bySubtype.find((name) => name === (subtype ?? type));
  if (own !== undefined) return own;
  if (type === 'credit') return 'credit card';
  return type === 'loan' || type === 'investment' ? type : 'other';
}
