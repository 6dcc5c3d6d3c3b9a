import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { findStream } from '../../domain/recurring/streams.queries.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { recurringCopy } from './recurring.copy.ts';
import { type StreamChange, updateStream } from './recurring.queries.ts';

const kinds = ['bill', 'subscription', 'income'] as const;
const maxNameLength = 80;

/**
 * Applies the user's changes to a stream and returns it. Syncs never overwrite them. Throws 404 for an unknown
 * stream, 422 for an invalid name or type.
 */
export async function changeStream(
  { database }: Services,
  userId: UserId,
  id: string,
  body: CallBody<'PATCH /user/recurringtx/:id'>,
) {
  if (!isUuid(id)) throw notFound('recurring payment');
  if (!(await updateStream(database, userId, id, parseChange(body))))
    throw notFound('recurring payment');
  const row = await findStream(database, userId, id);
  if (row === undefined) throw notFound('recurring payment');
  return row;
}

function parseChange(body: CallBody<'PATCH /user/recurringtx/:id'>): StreamChange {
  const { name, kind, confirmed, dismissed } = body;
  return {
    ...(name !== undefined && { name: parseName(name) }),
    ...(kind !== undefined && { kind: kind === null || kind === '' ? null : parseKind(kind) }),
    ...(confirmed !== undefined && { confirmed }),
    ...(dismissed !== undefined && { dismissed }),
  };
}

/** Returns null for an empty name, which restores the bank's name. */
function parseName(typed: string): string | null {
  const name = typed.trim();
  if (name.length > maxNameLength)
    throw unprocessable(formatMessage(recurringCopy.nameTooLong, { limit: maxNameLength }));
  return name === '' ? null : name;
}

function parseKind(text: string): (typeof kinds)[number] {
  const kind = kinds.find((candidate) => candidate === text);
  if (kind === undefined)
    throw unprocessable(
      formatMessage(recurringCopy.unknownKind, { kind: text, kinds: kinds.join(', ') }),
    );
  return kind;
}
