const ISO_CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const exponents = new Map<string, number>();

/** Whether ISO 4217 knows the code; any other travels as `unofficial_currency_code`. */
export function isOfficial(currency: string): boolean {
  return ISO_CURRENCIES.has(currency);
}

/** How many decimals the currency has: 2 for USD, 0 for JPY, 8 for coins that are nobody's legal tender. */
export function decimalsOf(currency: string): number {
  const known = exponents.get(currency);
  if (known !== undefined) return known;
  const decimals = isOfficial(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    : 8;
  exponents.set(currency, decimals);
  return decimals;
}

/** Minor units of an amount as it travels; finer than the currency goes is rounded. */
export function toMinor(amount: number, currency: string): number {
  return Math.round(amount * 10 ** decimalsOf(currency));
}

/** The amount as it travels: major units. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}

/** The two currency fields of the aggregator, exactly one of them set. */
export function currencyFields(currency: string): {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
} {
  return isOfficial(currency)
    ? { iso_currency_code: currency, unofficial_currency_code: null }
    : { iso_currency_code: null, unofficial_currency_code: currency };
}
