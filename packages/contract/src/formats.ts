/**
 * How amounts and days are written, one for all: the app writes them into screens, the server into the sentences that it
 * answers.
 */

/** Makes something once for each key: a format takes a hundred times as long to make as to use. */
function onceFor<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) {
      known = make(key);
      made.set(key, known);
    }
    return known;
  };
}

/** Formats of a number of decimals, by currency. */
const moneyFormats = onceFor((decimals: number) =>
  onceFor(
    (currency: string) =>
      new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  ),
);

/** One piece of a formatted amount; `whole` is everything before the decimal point. */
interface MoneyParts {
  readonly whole: string;
  readonly cents: string;
}

/**
 * An amount in major units as `$1,234.56`, negatives with a minus sign (U+2212). What rounds to
 * zero has no sign. An unknown currency code is written before the number.
 */
export function formatMoney(amount: number, currency = 'USD', decimals = 2): string {
  const { whole, cents } = moneyParts(amount, currency, decimals);
  return whole + cents;
}

/** The same in two pieces, for figures whose cents are set smaller. */
export function moneyParts(amount: number, currency = 'USD', decimals = 2): MoneyParts {
  const rounded = Number(amount.toFixed(decimals)) || 0;
  const text = withCurrency(rounded, currency, decimals).replace('-', '−');
  const point = decimals === 0 ? text.length : text.length - decimals - 1;
  return { whole: text.slice(0, point), cents: text.slice(point) };
}

function withCurrency(amount: number, currency: string, decimals: number): string {
  try {
    return moneyFormats(decimals)(currency).format(amount);
  } catch {
    return `${currency} ${plainFormats(decimals).format(amount)}`;
  }
}

/** Plain numbers of so many decimals. */
export const plainFormats = onceFor(
  (decimals: number) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
);

/** A calendar day's three numbers, or null if the text is not one. */
function dayFields(day: string): { year: number; month: number; date: number } | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(day);
  if (!match) return null;
  return { year: Number(match[1]), month: Number(match[2]), date: Number(match[3] ?? 1) };
}

/** How a day may be written: `10/29`, `Oct 29`, `Oct 29, 2026`, `Thursday, October 29, 2026`. */
type DayStyle = 'numeric' | 'short' | 'medium' | 'long';

/** Formats on UTC of one style, by locale; without one that of whose machine it is. */
export const formatsOf = (style: Intl.DateTimeFormatOptions) =>
  onceFor(
    (locale: string | undefined) => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }),
  );

export type FormatOfLocale = ReturnType<typeof formatsOf>;

const dayFormats: Record<DayStyle, FormatOfLocale> = {
  numeric: formatsOf({ month: 'numeric', day: 'numeric' }),
  short: formatsOf({ month: 'short', day: 'numeric' }),
  medium: formatsOf({ month: 'short', day: 'numeric', year: 'numeric' }),
  long: formatsOf({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
};

/**
 * A calendar day (`2026-10-29`) in a locale, or without one in that of whose machine it is. A day is not an instant: it is laid on UTC
 * and read back on UTC, so no time zone can move it. Text that is not a day comes back as it is.
 */
export function formatDay(day: string, style: DayStyle = 'medium', locale?: string): string {
  return onUtc(day, dayFormats[style](locale));
}

/** A calendar day or month, laid on UTC; text that is neither comes back as it is. */
export function onUtc(day: string, format: Intl.DateTimeFormat): string {
  const fields = dayFields(day);
  if (fields === null) return day;
  const { year, month, date } = fields;
  return format.format(Date.UTC(year, month - 1, date));
}

/** An account's name, with the mask where the name does not say it already. */
export function formatAccount(name: string, mask: string | null): string {
  return mask === null || mask === '' || name.includes(mask) ? name : `${name} ••${mask}`;
}

/**
 * An institution's name, with what tells it from another login at the same one (`told_apart`):
 * `Harbor Savings (Everyday Checking ••4821)`.
 */
export function formatInstitution(of: { institution_name: string; told_apart: string | null }) {
  return of.told_apart === null ? of.institution_name : `${of.institution_name} (${of.told_apart})`;
}
