import { hash } from 'node:crypto';
import { PlaidApiError } from '../calls/errors.ts';

/** A reader's position in an item's ledger. Positions are event indexes. */
export interface CursorPosition {
  /** Where the pagination loop started: the reader has all events before it. */
  from: number;
  /** The next event to read. */
  index: number;
  /** The length of the ledger at the loop's first page. */
  until: number;
}

/** Encodes a position as an opaque cursor for its item: base64 with at most 256 characters. */
export function encodeCursor(itemId: string, { from, index, until }: CursorPosition): string {
  const position = `${from}.${index}.${until}`;
  return Buffer.from(`${position}.${checksum(itemId, position)}`).toString('base64');
}

/**
 * Decodes a cursor. The empty string means the start of the ledger.
 * Throws INVALID_FIELD if the cursor belongs to another item or points past the end of the ledger.
 */
export function decodeCursor(cursor: string, itemId: string, length: number): CursorPosition {
  if (cursor === '') return { from: 0, index: 0, until: 0 };
  const [from, index, until, actualChecksum] = Buffer.from(cursor, 'base64')
    .toString('latin1')
    .split('.');
  const position = `${from}.${index}.${until}`;
  if (actualChecksum !== checksum(itemId, position) || Number(until) > length)
    throw foreignCursorError();
  return { from: Number(from), index: Number(index), until: Number(until) };
}

/** The error for a cursor of another item. */
export function foreignCursorError(): PlaidApiError {
  return new PlaidApiError('INVALID_FIELD', 'cursor not associated with access_token');
}

function checksum(itemId: string, position: string): string {
  return hash('sha256', `${itemId}.${position}`, 'hex').slice(0, 16);
}
