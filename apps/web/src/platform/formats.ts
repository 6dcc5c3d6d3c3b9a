const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  moneyFormats.set(key, made);
  return made;
}

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
  let parts: Intl.NumberFormatPart[];
  try {
    parts = moneyFormat(currency, decimals).formatToParts(rounded);
  } catch {
    parts = [{ type: 'literal', value: `${currency} ` }, ...plainParts(rounded, decimals)];
  }
  const text = (wanted: (type: string) => boolean) =>
    parts
      .filter((part) => wanted(part.type))
      .map((part) => (part.type === 'minusSign' ? '−' : part.value))
      .join('');
  const isCents = (type: string) => type === 'decimal' || type === 'fraction';
  return { whole: text((type) => !isCents(type)), cents: text(isCents) };
}

function plainParts(amount: number, decimals: number): Intl.NumberFormatPart[] {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).formatToParts(amount);
}

/** A count with thousands separators: `1,240`. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat('en-US').format(count);
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

const dayStyles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  numeric: { month: 'numeric', day: 'numeric' },
  short: { month: 'short', day: 'numeric' },
  medium: { month: 'short', day: 'numeric', year: 'numeric' },
  long: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
};

/**
 * A calendar day (`2026-10-29`) in the person's locale. A day is not an instant: it is laid on UTC
 * and read back on UTC, so no time zone can move it. Text that is not a day comes back as it is.
 */
export function formatDay(day: string, style: DayStyle = 'medium', locale?: string): string {
  return onUtc(day, dayStyles[style], locale);
}

/** A calendar month (`2026-10`) as `October 2026`, as `October`, or as `Oct` for a chart. */
export function formatMonth(month: string, style: MonthStyle = 'long', locale?: string): string {
  return onUtc(month, monthStyles[style], locale);
}

/** How a month may be written. */
export type MonthStyle = 'long' | 'name' | 'short';

const monthStyles: Record<MonthStyle, Intl.DateTimeFormatOptions> = {
  long: { month: 'long', year: 'numeric' },
  name: { month: 'long' },
  short: { month: 'short' },
};

function onUtc(day: string, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const fields = dayFields(day);
  if (fields === null) return day;
  const { year, month, date } = fields;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, date),
  );
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
