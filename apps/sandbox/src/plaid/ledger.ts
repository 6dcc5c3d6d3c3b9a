import { readCursor, writeCursor } from './cursor.ts';
import { PlaidRefusal } from './errors.ts';
import type { HeldRow } from './holding.ts';

/** A row as the aggregator reports it, under its id. */
export interface LedgerRow {
  id: string;
  accountId: string;
  /** The id of the pending row that this one replaced. */
  pendingId: string | null;
  held: HeldRow;
}

/** One thing that happened to an item's rows. */
export interface LedgerEvent {
  kind: 'added' | 'modified' | 'removed';
  row: LedgerRow;
}

/** A page of changes, each list in the order in which things happened. */
export interface LedgerPage {
  added: LedgerRow[];
  modified: LedgerRow[];
  removed: LedgerRow[];
  nextCursor: string;
  hasMore: boolean;
  /** Leads to this page once more. */
  sameCursor: string;
  /** The page opens a loop. */
  isFirst: boolean;
}

/**
 * Everything that ever happened to the rows of one item, in order, and the rows that stand at the end.
 *
 * A sync reads it from a place: of a row that changed more than once since that place only the last
 * state is reported, and a row that came and went in between not at all, as at the aggregator.
 */
export class Ledger {
  private readonly itemId: string;
  private readonly events: LedgerEvent[] = [];
  private readonly standing = new Map<string, { row: LedgerRow; at: number }>();
  private readonly gone = new Map<string, { row: LedgerRow; at: number }>();
  /** Places of all events of a row, only for rows that have more than one. */
  private readonly places = new Map<string, number[]>();

  constructor(itemId: string) {
    this.itemId = itemId;
  }

  get length(): number {
    return this.events.length;
  }

  get count(): number {
    return this.standing.size;
  }

  /** The rows that stand, in the order in which they came. */
  *rows(): Generator<LedgerRow> {
    for (const { row } of this.standing.values()) yield row;
  }

  /** The rows that were taken away, each in its last state. */
  *goneRows(): Generator<LedgerRow> {
    for (const { row } of this.gone.values()) yield row;
  }

  find(id: string): LedgerRow | undefined {
    return this.standing.get(id)?.row;
  }

  findGone(id: string): LedgerRow | undefined {
    return this.gone.get(id)?.row;
  }

  /** Writes down what happened. The last event of a row decides whether it stands. */
  append(event: LedgerEvent): void {
    const { id } = event.row;
    const at = this.events.push(event) - 1;
    const before = this.standing.get(id) ?? this.gone.get(id);
    if (before !== undefined) {
      const places = this.places.get(id);
      if (places === undefined) this.places.set(id, [before.at, at]);
      else places.push(at);
    }
    this.standing.delete(id);
    this.gone.delete(id);
    (event.kind === 'removed' ? this.gone : this.standing).set(id, { row: event.row, at });
  }

  /**
   * The page of at most `count` changes that follows a cursor ('' for the whole history).
   * Throws INVALID_FIELD for a cursor of another item, and the mutation error where something
   * happened since the first page of the loop that the cursor belongs to.
   */
  page(cursor: string, count: number): LedgerPage {
    const place = readCursor(cursor, this.itemId, this.events.length);
    const inLoop = place.at < place.until;
    if (inLoop && place.until !== this.events.length) throw mutated();
    const from = inLoop ? place.from : place.at;
    const until = this.events.length;

    const page: LedgerPage = {
      added: [],
      modified: [],
      removed: [],
      nextCursor: '',
      hasMore: false,
      sameCursor: writeCursor(this.itemId, { from, at: place.at, until }),
      isFirst: !inLoop,
    };
    let taken = 0;
    let at = place.at;
    for (; at < until; at++) {
      const event = this.events[at];
      const kind = event === undefined ? null : this.seenFrom(from, at, event);
      if (event === undefined || kind === null) continue;
      if (taken === count) break;
      page[kind].push(event.row);
      taken++;
    }
    page.hasMore = at < until;
    page.nextCursor = writeCursor(this.itemId, { from: page.hasMore ? from : until, at, until });
    return page;
  }

  /** A cursor for someone who wants only what happens from now on. */
  cursorAtEnd(): string {
    const end = this.events.length;
    return writeCursor(this.itemId, { from: end, at: end, until: end });
  }

  /** What an event looks like to someone who last knew the state at `from`; null: nothing to see. */
  private seenFrom(from: number, at: number, event: LedgerEvent): LedgerEvent['kind'] | null {
    const places = this.places.get(event.row.id);
    if (places === undefined) return event.kind;
    if (places.at(-1) !== at) return null;
    const before = places.findLast((place) => place < from);
    const known = before !== undefined && this.events[before]?.kind !== 'removed';
    if (event.kind === 'removed') return known ? 'removed' : null;
    return known ? 'modified' : 'added';
  }
}

/** The refusal that makes a reader start the loop anew. */
export function mutated(): PlaidRefusal {
  return new PlaidRefusal(
    'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    'Underlying transaction data changed since last page was fetched. Please restart pagination from last update.',
  );
}
