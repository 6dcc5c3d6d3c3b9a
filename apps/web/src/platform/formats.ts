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
export interface MoneyParts {
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

const plainFormats = onceFor(
  (decimals: number) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
);

/** A count with thousands separators: `1,240`. */
export function formatCount(count: number): string {
  return plainFormats(0).format(count);
}

/** A value on a chart's axis: `850`, `1.2k`. */
export function formatAxis(value: number): string {
  if (Math.abs(value) < 1000) return String(Math.round(value)).replace('-', '−');
  return `${(value / 1000).toFixed(1)}k`.replace('-', '−');
}

/** A calendar day's three numbers, or null if the text is not one. */
function dayFields(day: string): { year: number; month: number; date: number } | null {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(day);
  if (!match) return null;
  return { year: Number(match[1]), month: Number(match[2]), date: Number(match[3] ?? 1) };
}

/** How a day may be written: `10/29`, `Oct 29`, `Oct 29, 2026`, `Thursday, October 29, 2026`. */
export type DayStyle = 'numeric' | 'short' | 'medium' | 'long';

/** Formats on UTC of one style, by locale; without one the person's own. */
const formatsOf = (style: Intl.DateTimeFormatOptions) =>
  onceFor(
    (locale: string | undefined) => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }),
  );

type FormatOfLocale = ReturnType<typeof formatsOf>;

const dayFormats: Record<DayStyle, FormatOfLocale> = {
  numeric: formatsOf({ month: 'numeric', day: 'numeric' }),
  short: formatsOf({ month: 'short', day: 'numeric' }),
  medium: formatsOf({ month: 'short', day: 'numeric', year: 'numeric' }),
  long: formatsOf({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
};

/**
 * A calendar day (`2026-10-29`) in the person's locale. A day is not an instant: it is laid on UTC
 * and read back on UTC, so no time zone can move it. Text that is not a day comes back as it is.
 */
export function formatDay(day: string, style: DayStyle = 'medium', locale?: string): string {
  return onUtc(day, dayFormats[style](locale));
}

/** A calendar month (`2026-10`) as `October 2026`, as `October`, or as `Oct` for a chart. */
export function formatMonth(month: string, style: MonthStyle = 'long', locale?: string): string {
  return onUtc(month, monthFormats[style](locale));
}

/** How a month may be written. */
export type MonthStyle = 'long' | 'name' | 'short';

const monthFormats: Record<MonthStyle, FormatOfLocale> = {
  long: formatsOf({ month: 'long', year: 'numeric' }),
  name: formatsOf({ month: 'long' }),
  short: formatsOf({ month: 'short' }),
};

function onUtc(day: string, format: Intl.DateTimeFormat): string {
  const fields = dayFields(day);
  if (fields === null) return day;
  const { year, month, date } = fields;
  return format.format(Date.UTC(year, month - 1, date));
}

/** Today where the person is, as a calendar day. */
export function todayHere(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** How long ago an instant (milliseconds) was: `just now`, `4 minutes ago`, `2 hours ago`. */
export function formatAge(since: number, now: number = Date.now()): string {
  const minutes = Math.floor((now - since) / 60_000);
  if (minutes < 1) return 'just now';
  const format = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return format.format(-hours, 'hour');
  return format.format(-Math.floor(hours / 24), 'day');
}

/** An account's name, with the mask where the name does not say it already. */
export function formatAccount(name: string, mask: string | null): string {
  return mask === null || mask === '' || name.includes(mask) ? name : `${name} ••${mask}`;
}
