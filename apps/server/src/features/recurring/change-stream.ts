import type { CallBody } from '@cairn/contract/calls';
import { findStream } from '../../domain/streams.queries.ts';
import { isUuid, type UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { type StreamChange, writeStreamChange } from './recurring.queries.ts';

const kinds = ['bill', 'subscription', 'income'] as const;
const longestName = 80;

/** Notes what the user says of a stream, and answers it as it is then. No sync takes it back. */
export async function changeStream(
  { database }: Services,
  userId: UserId,
  id: string,
  body: CallBody<'PATCH /user/recurringtx/:id'>,
) {
  if (!isUuid(id)) throw notFound('recurring payment');
  if (!(await writeStreamChange(database, userId, id, changeOf(body))))
    throw notFound('recurring payment');
  const row = await findStream(database, userId, id);
  if (row === undefined) throw notFound('recurring payment');
  return row;
}

function changeOf(body: CallBody<'PATCH /user/recurringtx/:id'>): StreamChange {
  const { name, kind, confirmed, dismissed } = body;
  return {
    ...(name !== undefined && { name: nameOf(name) }),
    ...(kind !== undefined && { kind: kind === null || kind === '' ? null : kindOf(kind) }),
    ...(confirmed !== undefined && { confirmed }),
    ...(dismissed !== undefined && { dismissed }),
  };
}

/** An empty name is none: the bank's own is shown again. */
function nameOf(typed: string): string | null {
  const name = typed.trim();
  if (name.length > longestName) throw refused(`A name has at most ${longestName} characters.`);
  return name === '' ? null : name;
}

function kindOf(text: string): (typeof kinds)[number] {
  const kind = kinds.find((known) => known === text);
  if (kind === undefined)
    throw refused(`There is no kind '${text}'. Use one of ${kinds.join(', ')}.`);
  return kind;
}
