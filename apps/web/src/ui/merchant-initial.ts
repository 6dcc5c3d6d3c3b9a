/** The first letter or digit of a merchant's name, in upper case. Null if it has none. */
export function merchantInitial(merchant: string | null): string | null {
  const [first] = merchant?.match(/[\p{Letter}\p{Number}]/u) ?? [];
  return first === undefined ? null : first.toLocaleUpperCase();
}
