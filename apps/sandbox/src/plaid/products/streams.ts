import type { StreamFrequency } from '@cairn/people/life';
import type { TransactionStream } from 'plaid';
import type { Wire } from '../calls/wire.ts';
import { deriveId } from '../items/ids.ts';
import type { Item } from '../items/item.ts';
import type { LedgerRow } from '../items/ledger.ts';
import { wireCategory } from './categories.ts';
import { currencyFields, toMajor } from './currency.ts';

type Stream = Wire<TransactionStream>;

/** A stream becomes inactive this many days after its expected date. */
const GRACE_DAYS = 30;

/**
 * Returns an item's recurring streams. A built-in person's streams come with the generated life. Those of a
 * `user_custom` are derived from the rows that refer to them.
 */
export function streamsOf(item: Item, today: string, version: 'v1' | 'v2'): Stream[] {
  const rows = rowsByStream(item);
  return item.login.advancesDaily
    ? generatedStreams(item, rows, version)
    : derivedStreams(item, rows, today, version);
}

/** Returns the posted rows by account and stream, oldest first. */
function rowsByStream(item: Item): Map<string, LedgerRow[]> {
  const byStream = new Map<string, LedgerRow[]>();
  for (const row of item.ledger.rows()) {
    if (row.held.streamKey === null || row.held.pending) continue;
    const key = streamKeyOf(row.held.accountKey, row.held.streamKey);
    const rows = byStream.get(key);
    if (rows === undefined) byStream.set(key, [row]);
    else rows.push(row);
  }
  for (const rows of byStream.values()) rows.sort((a, b) => (a.held.date < b.held.date ? -1 : 1));
  return byStream;
}

function streamKeyOf(accountKey: string, streamKey: string): string {
  return `${accountKey}\u0000${streamKey}`;
}

function generatedStreams(
  item: Item,
  rows: Map<string, LedgerRow[]>,
  version: 'v1' | 'v2',
): Stream[] {
  const accounts = new Map(item.accounts().map((account) => [account.bankAccount.key, account]));
  return item.bankData.streams.flatMap((stream): Stream[] => {
    const account = accounts.get(stream.accountKey);
    const streamRows = rows.get(streamKeyOf(stream.accountKey, stream.key)) ?? [];
    // The stream is older than the requested history, so none of its transactions were reported.
    if (account === undefined || streamRows.length === 0) return [];
    const { currency } = account.bankAccount;
    return [
      {
        account_id: account.accountId,
        stream_id: deriveId('stream', item.record.itemId, stream.key),
        description: stream.description,
        merchant_name: stream.merchantName,
        first_date: stream.firstDate,
        last_date: stream.lastDate,
        predicted_next_date: stream.predictedNextDate,
        frequency: stream.frequency,
        transaction_ids: streamRows.map((row) => row.id),
        average_amount: {
          amount: toMajor(stream.averageAmount, currency),
          ...currencyFields(currency),
        },
        last_amount: { amount: toMajor(stream.lastAmount, currency), ...currencyFields(currency) },
        is_active: stream.active,
        status: stream.status,
        personal_finance_category: wireCategory(stream.category, false, version),
        ...UNMODIFIED,
      },
    ];
  });
}

const UNMODIFIED = { is_user_modified: false, category: null, category_id: null };

function derivedStreams(
  item: Item,
  rows: Map<string, LedgerRow[]>,
  today: string,
  version: 'v1' | 'v2',
): Stream[] {
  return [...rows.values()].flatMap((streamRows): Stream[] => {
    const [first, last] = [streamRows[0], streamRows.at(-1)];
    if (first === undefined || last === undefined || last.held.streamKey === null) return [];
    const frequency = item.bankData.frequencies.get(last.held.streamKey) ?? 'UNKNOWN';
    const { currency, category } = last.held;
    const lastDay = last.held.date;
    const nextExpected = nextOccurrence(lastDay, frequency);
    const sum = streamRows.reduce((total, row) => total + row.held.amount, 0);
    const expectedBy = nextExpected ?? lastDay;
    const isActive =
      Temporal.PlainDate.from(expectedBy).until(today, { largestUnit: 'days' }).days <=
      (nextExpected === null ? 4 * GRACE_DAYS : GRACE_DAYS);
    const isMature = streamRows.length >= (frequency === 'ANNUALLY' ? 2 : 3);
    return [
      {
        account_id: last.accountId,
        stream_id: last.held.streamKey,
        description: last.held.name,
        merchant_name: last.held.merchantName,
        first_date: first.held.date,
        last_date: lastDay,
        predicted_next_date: isActive ? nextExpected : null,
        frequency,
        transaction_ids: streamRows.map((row) => row.id),
        average_amount: {
          amount: toMajor(Math.round(sum / streamRows.length), currency),
          ...currencyFields(currency),
        },
        last_amount: { amount: toMajor(last.held.amount, currency), ...currencyFields(currency) },
        is_active: isActive,
        status: isMature ? 'MATURE' : isActive ? 'EARLY_DETECTION' : 'TOMBSTONED',
        personal_finance_category:
          category === null ? null : wireCategory(category, false, version),
        ...UNMODIFIED,
      },
    ];
  });
}

/** Returns the next expected date, or null if the frequency is unknown. */
function nextOccurrence(last: string, frequency: StreamFrequency): string | null {
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

/**
 * Returns the next semi-monthly date. Dates are paired fifteen days apart: the 1st is followed by the 16th, and the 16th
 * by the 1st of the next month.
 */
function nextHalfMonth(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.day <= 15
    ? day.with({ day: Math.min(day.day + 15, day.daysInMonth) })
    : day.add({ months: 1 }).with({ day: Math.max(day.day - 15, 1) });
}
