const ISO_CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const exponents = new Map<string, number>();

/** True for an ISO 4217 code. Any other code is sent as `unofficial_currency_code`. */
export function isIsoCurrency(currency: string): boolean {
  return ISO_CURRENCIES.has(currency);
}

/** Returns the decimals of a currency: 2 for USD, 0 for JPY, 8 for unofficial currencies such as crypto coins. */
export function decimalsOf(currency: string): number {
  const cached = exponents.get(currency);
  if (cached !== undefined) return cached;
  const decimals = isIsoCurrency(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    : 8;
  exponents.set(currency, decimals);
  return decimals;
}

/** Converts major to minor units, rounded to the currency's decimals. */
export function toMinor(amount: number, currency: string): number {
  return Math.round(amount * 10 ** decimalsOf(currency));
}

/** Converts minor to major units, the wire format. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}

/** Returns the aggregator's two currency fields. Exactly one of them is set. */
export function currencyFields(currency: string): {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
} {
  return isIsoCurrency(currency)
    ? { iso_currency_code: currency, unofficial_currency_code: null }
    : { iso_currency_code: null, unofficial_currency_code: currency };
}
