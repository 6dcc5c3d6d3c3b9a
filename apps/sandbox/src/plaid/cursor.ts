import { hash } from 'node:crypto';
import { PlaidRefusal } from './errors.ts';

/** Where a reader of an item's ledger stands. */
export interface CursorPlace {
  /** Where the loop began: what the reader is known to have. */
  from: number;
  /** The next event to read. */
  at: number;
  /** How long the ledger was on the loop's first page. */
  until: number;
}

/** An opaque place, bound to its item: base64 of at most 256 characters. */
export function writeCursor(itemId: string, { from, at, until }: CursorPlace): string {
  const place = `${from}.${at}.${until}`;
  return Buffer.from(`${place}.${seal(itemId, place)}`).toString('base64');
}

/**
 * The place that a cursor stands for; '' is the beginning.
 * Throws INVALID_FIELD for one that was not made for this item, or points past the ledger's end.
 */
export function readCursor(cursor: string, itemId: string, length: number): CursorPlace {
  if (cursor === '') return { from: 0, at: 0, until: 0 };
  const [from, at, until, sealed] = Buffer.from(cursor, 'base64').toString('latin1').split('.');
  const place = `${from}.${at}.${until}`;
  if (sealed !== seal(itemId, place) || Number(until) > length) throw foreignCursor();
  return { from: Number(from), at: Number(at), until: Number(until) };
}

/** The refusal of a cursor that does not belong here. */
export function foreignCursor(): PlaidRefusal {
  return new PlaidRefusal('INVALID_FIELD', 'cursor not associated with access_token');
}

function seal(itemId: string, place: string): string {
  return hash('sha256', `${itemId}.${place}`, 'hex').slice(0, 16);
}
