const most = 1_000_000_000;

/** An amount somebody typed, in major units, or the sentence that says what is wrong with it. */
export type Typed = { readonly amount: number } | { readonly error: string };

/** Reads an amount as it is written here: `1234.5`, `1,234.56`, `$1,234`, `€5`. From 0 to a billion, to the cent. */
export function readAmount(text: string): Typed {
  const typed = text.trim().replace(/^\p{Sc}\s*/u, '');
  if (typed === '') return { error: 'Please enter an amount.' };
  if (/^[-−]/.test(typed)) return { error: "An amount can't be below 0." };
  const plain = /^(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d*)?$/.test(typed);
  if (!plain) return { error: 'Please write it as a number, such as 1,234.56.' };
  if (/\.\d{3,}$/.test(typed)) return { error: 'An amount has two decimals at most.' };
  const amount = Number(typed.replaceAll(',', ''));
  if (amount > most) return { error: 'An amount can be 1,000,000,000 at most.' };
  return { amount };
}

/** An amount as it stands in a field: `1234.5` as `1234.50`, whole ones without cents. */
export const writeAmount = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
