import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay, formatMoney } from '@cairn/contract/text/formats';
import type { StoryEvent } from '@cairn/contract/transactions';
import type { Static } from 'typebox';
import { toCents } from '../../../domain/money/money.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import type { EventFields, StoryRow, TransactionEventRow } from './story.queries.ts';

const copy = transactionsCopy.story;

/** One entry of a transaction's history. */
export interface StoryEntry {
  at: Date;
  event: Static<typeof StoryEvent>;
  /** One or more sentences that are safe to show. */
  detail: string;
}

/**
 * Builds the history of a transaction, oldest first: the arrival of each of `rows`, dated by its id, and the logged
 * events. `rows` are the pending transaction and the posted one that replaced it.
 */
export function buildStory(
  rows: readonly StoryRow[],
  events: readonly TransactionEventRow[],
): readonly StoryEntry[] {
  const arrivals = rows.flatMap((row) => arrivalOf(row, events));
  const changes = events.map((event): StoryEntry => {
    const row = rows.find(({ id }) => id === event.transaction_id);
    return toEntry(event, row?.institution_name ?? copy.unknownBank, row?.currency ?? 'USD');
  });
  // Arrivals come first in this list, so that the stable sort keeps them first at equal instants.
  return [...arrivals, ...changes].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * Returns the arrival of a transaction. Empty for a posted one that replaced a pending one: `posted` is logged instead.
 */
function arrivalOf(row: StoryRow, events: readonly TransactionEventRow[]): StoryEntry[] {
  const createdAt = creationTime(row.id);
  const ownEvents = events.filter(({ transaction_id }) => transaction_id === row.id);
  if (createdAt === null || ownEvents.some(({ event }) => event === 'posted')) return [];
  const relatedEvents = events.filter(
    ({ transaction_id, pending_id }) => transaction_id === row.id || pending_id === row.id,
  );
  // Clocks may differ, but an arrival must not be later than any event.
  const at = new Date(Math.min(createdAt, ...relatedEvents.map((event) => event.at.getTime())));
  const pending = originalValue(ownEvents, 'pending') ?? row.pending;
  const amount = formatAmount(
    originalValue(ownEvents, 'amount') ?? row.amount,
    originalValue(ownEvents, 'currency') ?? row.currency,
  );
  const text = pending ? copy.reportedAsPending : copy.reported;
  return [
    {
      at,
      event: pending ? 'arrived_pending' : 'arrived',
      detail: formatMessage(text, { bank: row.institution_name, amount }),
    },
  ];
}

/** Returns a field's value before the bank first changed it. Undefined if it never did. */
const originalValue = <K extends keyof EventFields>(
  ownEvents: readonly TransactionEventRow[],
  field: K,
): EventFields[K] | undefined =>
  ownEvents.find(({ event, before }) => isByBank(event) && before[field] !== undefined)?.before[
    field
  ];

const isByBank = (event: TransactionEventRow['event']) =>
  event === 'changed' || event === 'returned';

function toEntry(
  { at, event, before, after }: TransactionEventRow,
  bank: string,
  currency: string,
): StoryEntry {
  const entry = (kind: StoryEntry['event'], ...sentences: string[]): StoryEntry => ({
    at,
    event: kind,
    detail: sentences.join(' '),
  });
  switch (event) {
    case 'posted':
      return entry('posted', describePosting(before, after, currency));
    case 'changed':
      return before.pending === true && after.pending === false
        ? entry(
            'posted',
            describePosting(before, after, currency),
            ...describeDayChange(before, after),
          )
        : entry(
            'changed',
            formatMessage(copy.changedByBank, { bank }),
            ...describeChanges(before, after, currency),
          );
    case 'removed':
      return entry('removed', formatMessage(copy.removed, { bank }));
    case 'returned':
      return entry(
        'returned',
        formatMessage(copy.returned, { bank }),
        ...describeChanges(before, after, currency),
      );
    case 'recategorized':
      return entry(
        after.chosen === true ? 'recategorized' : 'category_restored',
        describeRecategorization(before, after),
      );
    case 'excluded':
      return entry('excluded', copy.excluded);
    case 'included':
      return entry('included', copy.included);
    case 'tags_changed':
      return entry('tags_changed', describeTags(after));
    case 'note_changed':
      return entry('note_changed', copy.noteChanged);
    case 'reviewed':
      return entry('reviewed', copy.reviewed);
    case 'unreviewed':
      return entry('unreviewed', copy.unreviewed);
    default:
      return event satisfies never;
  }
}

const describeTags = ({ tags = [] }: EventFields): string =>
  tags.length === 0 ? copy.untagged : formatMessage(copy.tagged, { tags: tags.join(', ') });

function describeRecategorization(before: EventFields, after: EventFields): string {
  const from = categoryLabel(before.category ?? '');
  const to = categoryLabel(after.category ?? '');
  if (after.chosen !== true) return formatMessage(copy.categoryRestored, { category: to });
  return from === to
    ? formatMessage(copy.categoryConfirmed, { category: to })
    : formatMessage(copy.categoryChosen, { from, to });
}

/** Compares the posted amount with the pending amount. Unchanged fields are absent from `before` and `after`. */
function describePosting(before: EventFields, after: EventFields, currency: string): string {
  if (before.amount === undefined || after.amount === undefined || before.amount === after.amount)
    return copy.postedForSameAmount;
  const [from, to] = [before.currency ?? currency, after.currency ?? currency];
  const amount = formatAmount(after.amount, to);
  const pendingAmount = formatAmount(before.amount, from);
  if (from !== to) return formatMessage(copy.postedInOtherCurrency, { amount, pendingAmount });
  const increase = toCents(after.amount) - toCents(before.amount);
  const difference = formatAmount(String(Math.abs(increase) / 100), to);
  const text = increase > 0 ? copy.postedForMore : copy.postedForLess;
  return formatMessage(text, { amount, difference, pendingAmount });
}

/** Describes each changed field in a sentence. */
function describeChanges(before: EventFields, after: EventFields, currency: string): string[] {
  const sentences: string[] = [];
  if (before.amount !== undefined && after.amount !== undefined)
    sentences.push(
      formatMessage(copy.amountChanged, {
        from: formatAmount(before.amount, before.currency ?? currency),
        to: formatAmount(after.amount, after.currency ?? currency),
      }),
    );
  sentences.push(...describeDayChange(before, after), ...describeNameChange(before, after));
  if (before.category !== undefined && after.category !== undefined)
    sentences.push(
      formatMessage(copy.categoryChanged, {
        from: categoryLabel(before.category),
        to: categoryLabel(after.category),
      }),
    );
  if (after.account !== undefined) sentences.push(copy.movedToOtherAccount);
  if (before.pending === false && after.pending === true) sentences.push(copy.pendingAgain);
  return sentences;
}

function describeNameChange(before: EventFields, after: EventFields): string[] {
  const from = before.merchant ?? before.name;
  const to = after.merchant ?? after.name;
  return from === undefined || to === undefined || from === to
    ? []
    : [formatMessage(copy.nameChanged, { from, to })];
}

function describeDayChange({ day: from }: EventFields, { day: to }: EventFields): string[] {
  return from === undefined || to === undefined
    ? []
    : [formatMessage(copy.dateChanged, { from: formatUsDay(from), to: formatUsDay(to) })];
}

const formatAmount = (amount: string, currency: string): string =>
  formatMoney(Number(amount), currency);

// The surrounding sentences are in English, so the day is too.
const formatUsDay = (day: string): string => formatDay(day, 'medium', 'en-US');

/** Returns when an id was created, in milliseconds since 1970 (UUIDv7: RFC 9562, 5.7). Null for other kinds of ids. */
function creationTime(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : null;
}
