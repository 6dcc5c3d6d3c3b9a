import type { CallBody } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { recurringCopy } from './recurring.copy.ts';
import { type StreamChange, updateStream } from './recurring.queries.ts';

const kinds = ['bill', 'subscription', 'income'] as const;
const maxNameLength = 80;

/**
 * Applies the user's changes to a stream. Syncs never overwrite them. Throws 404 for an unknown stream, 422 for an
 * invalid name or type, or for a stream that is to be both confirmed and dismissed.
 */
export async function changeStream(
  { database }: Services,
  userId: UserId,
  id: string,
  body: CallBody<'PATCH /user/recurringtx/:id'>,
): Promise<void> {
  if (!isUuid(id)) throw notFound('recurring payment');
  if (!(await updateStream(database, userId, id, parseChange(body))))
    throw notFound('recurring payment');
}

function parseChange(body: CallBody<'PATCH /user/recurringtx/:id'>): StreamChange {
  const { name, kind } = body;
  return {
    ...(name !== undefined && { name: parseName(name) }),
    ...(kind !== undefined && { kind: kind === null || kind === '' ? null : parseKind(kind) }),
    ...parseDecision(body),
  };
}

/** Parses a decision. A stream is confirmed, dismissed, or neither: each decision replaces the other one. */
function parseDecision({
  confirmed,
  dismissed,
}: Pick<StreamChange, 'confirmed' | 'dismissed'>): StreamChange {
  if (confirmed && dismissed) throw unprocessable(recurringCopy.confirmedAndDismissed);
  if (confirmed) return { confirmed, dismissed: false };
  if (dismissed) return { dismissed, confirmed: false };
  return {
    ...(confirmed !== undefined && { confirmed }),
    ...(dismissed !== undefined && { dismissed }),
  };
}

/** Returns null for an empty name, which restores the bank's name. */
function parseName(typed: string): string | null {
  const name = typed.trim();
  if ([...name].length > maxNameLength)
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
