import { PlaidApiError } from '../calls/errors.ts';
import type { BankTransaction } from './bank-data.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** A transaction as the aggregator reports it. */
export interface LedgerRow {
  id: string;
  accountId: string;
  /** The ID of the pending row that this row replaced. */
  pendingId: string | null;
  /** The transaction at the bank. The name is part of the state file. */
  held: BankTransaction;
}

/** A change to a row of an item. */
export interface LedgerEvent {
  kind: 'added' | 'modified' | 'removed';
  row: LedgerRow;
}

/** A page of changes. Each list is in chronological order. */
export interface LedgerPage {
  added: LedgerRow[];
  modified: LedgerRow[];
  removed: LedgerRow[];
  nextCursor: string;
  hasMore: boolean;
  /** A cursor that returns this page again. */
  sameCursor: string;
  /** True for the first page of a pagination loop. */
  isFirst: boolean;
}

/**
 * The event log of one item's rows, and the current rows.
 *
 * A sync reads events from a position. Like the aggregator, it reports only the last state of a row that changed more
 * than once after that position, and omits a row that was both added and removed after it.
 */
export class Ledger {
  private readonly itemId: string;
  private readonly events: LedgerEvent[] = [];
  private readonly current = new Map<string, { row: LedgerRow; index: number }>();
  private readonly removed = new Map<string, { row: LedgerRow; index: number }>();
  /** The indexes of a row's events. Only for rows with more than one event. */
  private readonly indexes = new Map<string, number[]>();

  constructor(itemId: string) {
    this.itemId = itemId;
  }

  get length(): number {
    return this.events.length;
  }

  get rowCount(): number {
    return this.current.size;
  }

  /** Yields the current rows in the order of their last event. */
  *rows(): Generator<LedgerRow> {
    for (const { row } of this.current.values()) yield row;
  }

  /** Yields the removed rows, each in its last state. */
  *removedRows(): Generator<LedgerRow> {
    for (const { row } of this.removed.values()) yield row;
  }

  find(id: string): LedgerRow | undefined {
    return this.current.get(id)?.row;
  }

  findRemoved(id: string): LedgerRow | undefined {
    return this.removed.get(id)?.row;
  }

  /** Appends an event. A row is current unless its last event removed it. */
  append(event: LedgerEvent): void {
    const { id } = event.row;
    const index = this.events.push(event) - 1;
    const previous = this.current.get(id) ?? this.removed.get(id);
    if (previous !== undefined) {
      const indexes = this.indexes.get(id);
      if (indexes === undefined) this.indexes.set(id, [previous.index, index]);
      else indexes.push(index);
    }
    this.current.delete(id);
    this.removed.delete(id);
    (event.kind === 'removed' ? this.removed : this.current).set(id, { row: event.row, index });
  }

  /**
   * Returns the page of up to `count` changes after a cursor ('' for the whole history).
   * Throws INVALID_FIELD for a cursor of another item, and the mutation error if anything
   * changed since the first page of the cursor's loop.
   */
  page(cursor: string, count: number): LedgerPage {
    const position = decodeCursor(cursor, this.itemId, this.events.length);
    const isWithinLoop = position.index < position.until;
    if (isWithinLoop && position.until !== this.events.length) throw mutationError();
    const from = isWithinLoop ? position.from : position.index;
    const until = this.events.length;

    const page: LedgerPage = {
      added: [],
      modified: [],
      removed: [],
      nextCursor: '',
      hasMore: false,
      sameCursor: encodeCursor(this.itemId, { from, index: position.index, until }),
      isFirst: !isWithinLoop,
    };
    let changeCount = 0;
    let index = position.index;
    for (; index < until; index++) {
      const event = this.events[index];
      const kind = event === undefined ? null : this.changeKindFor(from, index, event);
      if (event === undefined || kind === null) continue;
      if (changeCount === count) break;
      page[kind].push(event.row);
      changeCount++;
    }
    page.hasMore = index < until;
    page.nextCursor = encodeCursor(this.itemId, {
      from: page.hasMore ? from : until,
      index,
      until,
    });
    return page;
  }

  /** Returns a cursor that skips everything up to now. */
  cursorAtEnd(): string {
    const end = this.events.length;
    return encodeCursor(this.itemId, { from: end, index: end, until: end });
  }

  /** Returns the kind of change that a reader that has read up to `from` sees in an event. Null if it sees no change. */
  private changeKindFor(
    from: number,
    index: number,
    event: LedgerEvent,
  ): LedgerEvent['kind'] | null {
    const indexes = this.indexes.get(event.row.id);
    if (indexes === undefined) return event.kind;
    if (indexes.at(-1) !== index) return null;
    const previous = indexes.findLast((position) => position < from);
    const isKnown = previous !== undefined && this.events[previous]?.kind !== 'removed';
    if (event.kind === 'removed') return isKnown ? 'removed' : null;
    return isKnown ? 'modified' : 'added';
  }
}

/** The error that makes a reader restart the pagination loop. */
export function mutationError(): PlaidApiError {
  return new PlaidApiError(
    'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    'Underlying transaction data changed since last page was fetched. Please restart pagination from last update.',
  );
}
