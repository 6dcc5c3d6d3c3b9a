/** Formatting of amounts and days, shared by the web app's screens and the server's copy. */

/** Memoizes a function of one argument. Creating an Intl format takes a hundred times as long as using it. */
function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) {
      value = create(key);
      cache.set(key, value);
    }
    return value;
  };
}

/** Money formats by number of decimals, then by currency. */
const moneyFormats = memoize((decimals: number) =>
  memoize(
    (currency: string) =>
      new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  ),
);

/**
 * A formatted amount in two parts. `whole`: everything before the decimal point. `cents`: the point and what follows.
 */
interface MoneyParts {
  readonly whole: string;
  readonly cents: string;
}

/**
 * Formats an amount in major units as `$1,234.56`. Negative amounts have a minus sign (U+2212), amounts that round
 * to zero have no sign, and an unknown currency code precedes the number.
 */
export function formatMoney(amount: number, currency = 'USD', decimals = 2): string {
  const { whole, cents } = moneyParts(amount, currency, decimals);
  return whole + cents;
}

/** Formats an amount in two parts, for a screen that shows the cents smaller. */
export function moneyParts(amount: number, currency = 'USD', decimals = 2): MoneyParts {
  const rounded = Number(amount.toFixed(decimals)) || 0;
  const text = formatWithCurrency(rounded, currency, decimals).replace('-', '−');
  const pointIndex = decimals === 0 ? text.length : text.length - decimals - 1;
  return { whole: text.slice(0, pointIndex), cents: text.slice(pointIndex) };
}

function formatWithCurrency(amount: number, currency: string, decimals: number): string {
  try {
    return moneyFormats(decimals)(currency).format(amount);
  } catch {
    return `${currency} ${numberFormats(decimals).format(amount)}`;
  }
}

/** Number formats by number of decimals. */
export const numberFormats = memoize(
  (decimals: number) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
);

/** Parses a calendar day, or a month as its first day. Null if the text is neither. */
function parseDay(day: string): { year: number; month: number; date: number } | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(day);
  if (!match) return null;
  return { year: Number(match[1]), month: Number(match[2]), date: Number(match[3] ?? 1) };
}

/** Day formats: `10/29`, `Oct 29`, `Thu, Oct 29`, `Oct 29, 2026`, `Thursday, October 29, 2026`. */
type DayStyle = 'numeric' | 'short' | 'weekday' | 'medium' | 'long';

/** Returns UTC date formats of one style, by locale. Undefined is the runtime's default locale. */
export const dateFormatsByLocale = (style: Intl.DateTimeFormatOptions) =>
  memoize(
    (locale: string | undefined) => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }),
  );

export type DateFormatByLocale = ReturnType<typeof dateFormatsByLocale>;

const dayFormats: Record<DayStyle, DateFormatByLocale> = {
  numeric: dateFormatsByLocale({ month: 'numeric', day: 'numeric' }),
  short: dateFormatsByLocale({ month: 'short', day: 'numeric' }),
  weekday: dateFormatsByLocale({ weekday: 'short', month: 'short', day: 'numeric' }),
  medium: dateFormatsByLocale({ month: 'short', day: 'numeric', year: 'numeric' }),
  long: dateFormatsByLocale({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
};

/**
 * Formats a calendar day (`2026-10-29`) in a locale, by default the runtime's. Formatting in UTC keeps time zones
 * from shifting the day. Returns text that is not a day unchanged.
 */
export function formatDay(day: string, style: DayStyle = 'medium', locale?: string): string {
  return formatWithUtc(day, dayFormats[style](locale));
}

/** Formats a calendar day or month with a UTC date format. Returns text that is neither unchanged. */
export function formatWithUtc(day: string, format: Intl.DateTimeFormat): string {
  const fields = parseDay(day);
  if (fields === null) return day;
  const { year, month, date } = fields;
  return format.format(Date.UTC(year, month - 1, date));
}

/** Formats an account's name, with the mask appended unless the name contains it. */
export function formatAccount(name: string, mask: string | null): string {
  return mask === null || mask === '' || name.includes(mask) ? name : `${name} ••${mask}`;
}

/** Formats an item's institution with its disambiguation label: `Harbor Savings (Everyday Checking ••4821)`. */
export function formatInstitution(item: {
  institution_name: string;
  disambiguation_label: string | null;
}) {
  return item.disambiguation_label === null
    ? item.institution_name
    : `${item.institution_name} (${item.disambiguation_label})`;
}
