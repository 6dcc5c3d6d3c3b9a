import type { StreamFrequency } from '@cairn/people/life';
import type { TransactionStream } from 'plaid';
import { wireCategory } from './categories.ts';
import { currencyFields, toMajor } from './currency.ts';
import { idFrom } from './ids.ts';
import type { Item } from './item.ts';
import type { LedgerRow } from './ledger.ts';
import type { Wire } from './wire.ts';

type Stream = Wire<TransactionStream>;

/** A stream that stays away for longer than this after its expected day is no longer active. */
const PATIENCE_DAYS = 30;

/**
 * What repeats on an item's accounts. A made-up person's streams are told by the person; those of a
 * `user_custom` are worked out from the rows that name them.
 */
export function streamsOf(item: Item, today: string, version: 'v1' | 'v2'): Stream[] {
  const rows = rowsByStream(item);
  return item.holder.livesOn
    ? toldStreams(item, rows, version)
    : foundStreams(item, rows, today, version);
}

/** Posted rows by account and stream, oldest first. */
function rowsByStream(item: Item): Map<string, LedgerRow[]> {
  const found = new Map<string, LedgerRow[]>();
  for (const row of item.ledger.rows()) {
    if (row.held.streamKey === null || row.held.pending) continue;
    const at = placeOf(row.held.accountKey, row.held.streamKey);
    const rows = found.get(at);
    if (rows === undefined) found.set(at, [row]);
    else rows.push(row);
  }
  for (const rows of found.values()) rows.sort((a, b) => (a.held.date < b.held.date ? -1 : 1));
  return found;
}

function placeOf(accountKey: string, streamKey: string): string {
  return `${accountKey}\u0000${streamKey}`;
}

function toldStreams(item: Item, rows: Map<string, LedgerRow[]>, version: 'v1' | 'v2'): Stream[] {
  const accounts = new Map(item.accounts().map((each) => [each.held.key, each]));
  return item.holding.streams.flatMap((told): Stream[] => {
    const account = accounts.get(told.accountKey);
    const own = rows.get(placeOf(told.accountKey, told.key)) ?? [];
    // Older than the history that was asked for: nothing of it has been reported.
    if (account === undefined || own.length === 0) return [];
    const { currency } = account.held;
    return [
      {
        account_id: account.accountId,
        stream_id: idFrom('stream', item.record.itemId, told.key),
        description: told.description,
        merchant_name: told.merchantName,
        first_date: told.firstDate,
        last_date: told.lastDate,
        predicted_next_date: told.predictedNextDate,
        frequency: told.frequency,
        transaction_ids: own.map((row) => row.id),
        average_amount: {
          amount: toMajor(told.averageAmount, currency),
          ...currencyFields(currency),
        },
        last_amount: { amount: toMajor(told.lastAmount, currency), ...currencyFields(currency) },
        is_active: told.active,
        status: told.status,
        personal_finance_category: wireCategory(told.category, false, version),
        ...UNCHANGEABLE,
      },
    ];
  });
}

const UNCHANGEABLE = { is_user_modified: false, category: null, category_id: null };

function foundStreams(
  item: Item,
  rows: Map<string, LedgerRow[]>,
  today: string,
  version: 'v1' | 'v2',
): Stream[] {
  return [...rows.values()].flatMap((own): Stream[] => {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || last.held.streamKey === null) return [];
    const frequency = item.holding.frequencies.get(last.held.streamKey) ?? 'UNKNOWN';
    const { currency, category } = last.held;
    const lastDay = last.held.date;
    const next = nextDay(lastDay, frequency);
    const sum = own.reduce((total, row) => total + row.held.amount, 0);
    const expectedBy = next ?? lastDay;
    const isActive =
      Temporal.PlainDate.from(expectedBy).until(today, { largestUnit: 'days' }).days <=
      (next === null ? 4 * PATIENCE_DAYS : PATIENCE_DAYS);
    const isMature = own.length >= (frequency === 'ANNUALLY' ? 2 : 3);
    return [
      {
        account_id: last.accountId,
        stream_id: last.held.streamKey,
        description: last.held.name,
        merchant_name: last.held.merchantName,
        first_date: first.held.date,
        last_date: lastDay,
        predicted_next_date: isActive ? next : null,
        frequency,
        transaction_ids: own.map((row) => row.id),
        average_amount: {
          amount: toMajor(Math.round(sum / own.length), currency),
          ...currencyFields(currency),
        },
        last_amount: { amount: toMajor(last.held.amount, currency), ...currencyFields(currency) },
        is_active: isActive,
        status: isMature ? 'MATURE' : isActive ? 'EARLY_DETECTION' : 'TOMBSTONED',
        personal_finance_category:
          category === null ? null : wireCategory(category, false, version),
        ...UNCHANGEABLE,
      },
    ];
  });
}

/** The day on which the stream is due next; null where nothing can be said. */
function nextDay(last: string, frequency: StreamFrequency): string | null {
  const day = Temporal.PlainDate.from(last);
  switch (frequency) {
    case 'WEEKLY':
      return day.add({ days: 7 }).toString();
    case 'BIWEEKLY':
      return day.add({ days: 14 }).toString();
    case 'SEMI_MONTHLY':
      return nextHalfMonth(day).toString();
    case 'MONTHLY':
      return day.add({ months: 1 }).toString();
    case 'ANNUALLY':
      return day.add({ years: 1 }).toString();
    case 'UNKNOWN':
      return null;
  }
}

/** Twice a month: fifteen days on in the first half, back to the matching day of the next month in the second. */
function nextHalfMonth(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.day <= 15
    ? day.with({ day: Math.min(day.day + 15, day.daysInMonth) })
    : day.add({ months: 1 }).with({ day: Math.max(day.day - 15, 1) });
}
