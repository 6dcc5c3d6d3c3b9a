import { formatDay, formatMoney } from '@cairn/contract/formats';
import { labelOfCategory } from '@cairn/contract/taxonomy';
import type { StoryEvent } from '@cairn/contract/transactions';
import type { Static } from 'typebox';
import { centsOf } from '../../domain/money.ts';
import type { LoggedEvent, StoryRow, Told } from './story.queries.ts';

/** One thing that happened, in words. */
export interface Chapter {
  at: Date;
  event: Static<typeof StoryEvent>;
  /** A sentence or more that is safe to show. */
  detail: string;
}

/**
 * The life of a purchase, oldest first: when each of its transactions arrived, which is in their ids, and
 * what the log has of them. `rows` are the pending and the posted transaction of one purchase.
 */
export function tellStory(
  rows: readonly StoryRow[],
  events: readonly LoggedEvent[],
): readonly Chapter[] {
  const begins = rows.flatMap((row) => arrival(row, events));
  const follows = events.map((event): Chapter => {
    const row = rows.find(({ id }) => id === event.transaction_id);
    return chapterOf(event, row?.institution_name ?? 'The bank', row?.currency ?? 'USD');
  });
  // What arrives stands before what happens to it, also where the two clocks do not agree.
  return [...begins, ...follows].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** How a transaction arrived. One that took a pending one's place did so by posting. */
function arrival(row: StoryRow, events: readonly LoggedEvent[]): Chapter[] {
  const made = madeAt(row.id);
  const own = events.filter(({ transaction_id }) => transaction_id === row.id);
  if (made === null || own.some(({ event }) => event === 'posted')) return [];
  const since = events.filter(
    ({ transaction_id, pending_id }) => transaction_id === row.id || pending_id === row.id,
  );
  const at = new Date(Math.min(made, ...since.map((event) => event.at.getTime())));
  const pending = atFirst(own, 'pending') ?? row.pending;
  const amount = atFirst(own, 'amount') ?? row.amount;
  const currency = atFirst(own, 'currency') ?? row.currency;
  const reported = pending ? 'reported it as pending' : 'reported it';
  return [
    {
      at,
      event: pending ? 'arrived_pending' : 'arrived',
      detail: `${row.institution_name} ${reported}: ${money(amount, currency)}.`,
    },
  ];
}

/** What something of a transaction was before it was first changed; undefined if it never was. */
const atFirst = <K extends keyof Told>(own: readonly LoggedEvent[], what: K): Told[K] | undefined =>
  own.find(({ event, before }) => isByBank(event) && before[what] !== undefined)?.before[what];

const isByBank = (event: LoggedEvent['event']) => event === 'changed' || event === 'returned';

function chapterOf({ at, event, before, after }: LoggedEvent, bank: string, currency: string) {
  const say = (as: Chapter['event'], detail: string): Chapter => ({ at, event: as, detail });
  switch (event) {
    case 'posted':
      return say('posted', postedFor(before, after, currency));
    case 'changed':
      return before.pending === true && after.pending === false
        ? say('posted', [postedFor(before, after, currency), ...moved(before, after)].join(' '))
        : say('changed', [`By ${bank}.`, ...changes(before, after, currency)].join(' '));
    case 'removed':
      return say('removed', `${bank} took it back: it no longer counts.`);
    case 'returned':
      return say(
        'returned',
        [
          `${bank} sent it again. What you had decided still holds.`,
          ...changes(before, after, currency),
        ].join(' '),
      );
    case 'recategorized':
      return recategorized(say, before, after);
    case 'excluded':
      return say('excluded', 'You left it out of your totals.');
    case 'included':
      return say('included', 'You let it count again.');
    default:
      return event satisfies never;
  }
}

function recategorized(
  say: (as: Chapter['event'], detail: string) => Chapter,
  before: Told,
  after: Told,
): Chapter {
  const [from, to] = [
    labelOfCategory(before.category ?? ''),
    labelOfCategory(after.category ?? ''),
  ];
  if (after.chosen !== true)
    return say('category_restored', `You took your category back: ${to}, as its bank has it.`);
  return say(
    'recategorized',
    from === to ? `You kept it in ${to}.` : `You moved it from ${from} to ${to}.`,
  );
}

/** What it came to when it posted, against what it was while it was pending. */
function postedFor(before: Told, after: Told, now: string): string {
  const was = before.amount;
  const is = after.amount;
  // Only what changed is told.
  if (was === undefined || is === undefined || was === is) return 'For the same amount.';
  const [from, to] = [before.currency ?? now, after.currency ?? now];
  const sentence = `For ${money(is, to)}; while it was pending it was ${money(was, from)}`;
  if (from !== to) return `${sentence}.`;
  const more = centsOf(is) - centsOf(was);
  return `${sentence}, so ${money(String(Math.abs(more) / 100), to)} ${more > 0 ? 'more' : 'less'}.`;
}

/** What is not what it was, each in a sentence. */
function changes(before: Told, after: Told, now: string): string[] {
  const { amount } = after;
  return [
    ...(amount !== undefined && before.amount !== undefined
      ? [
          `It is ${money(amount, after.currency ?? now)}; it was ${money(before.amount, before.currency ?? now)}.`,
        ]
      : []),
    ...moved(before, after),
    ...renamed(before, after),
    ...(after.category !== undefined && before.category !== undefined
      ? [
          `Its category is ${labelOfCategory(after.category)}; it was ${labelOfCategory(before.category)}.`,
        ]
      : []),
    ...(after.account === undefined ? [] : ['It is in another account now.']),
    ...(before.pending === false && after.pending === true ? ['It is pending again.'] : []),
  ];
}

function renamed(before: Told, after: Told): string[] {
  const is = after.merchant ?? after.name;
  const was = before.merchant ?? before.name;
  return is === undefined || was === undefined || is === was
    ? []
    : [`It is called ${is}; it was ${was}.`];
}

function moved(before: Told, after: Told): string[] {
  const [was, is] = [before.day, after.day];
  return was === undefined || is === undefined
    ? []
    : [`It is of ${day(is)}; it was of ${day(was)}.`];
}

const money = (amount: string, currency: string): string => formatMoney(Number(amount), currency);

// The sentences around it are of that locale too.
const day = (text: string): string => formatDay(text, 'medium', 'en-US');

/** When an id was made, in milliseconds (UUIDv7: RFC 9562, 5.7); null for one of another kind. */
function madeAt(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : null;
}
