import type { CallBody } from '@cairn/contract/calls';
import { maxTagNameLength } from '@cairn/contract/rules/annotation-limits';
import { type TagColor, tagColors } from '@cairn/contract/rules/tag-colors';
import { formatMessage } from '@cairn/contract/text/copy';
import { lockTransactions } from '../../../domain/transactions/transfer-pairs.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { isUuid, newId, type UserId } from '../../../platform/identifiers.ts';
import { Failure, notFound, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import {
  deleteTag as deleteRow,
  findTagWithName,
  insertTag,
  listTags,
  removeTagFromTransactions,
  type TagRow,
  updateTag,
} from './tags.queries.ts';

/** Tags per user: the picker lists all of them. */
const maxTags = 200;

/**
 * Creates a tag. If the body has no color, the tag gets the next color in the list. Throws 409 if the name exists, 422
 * for an invalid name or too many tags.
 */
export async function createTag(
  { database }: Pick<Services, 'database'>,
  userId: UserId,
  body: CallBody<'POST /user/tags'>,
): Promise<void> {
  const name = parseTagName(body.name);
  await database.transaction(async (transaction) => {
    // Concurrent calls must not exceed the limit together.
    await lockTransactions(transaction, userId);
    const { length } = await listTags(transaction, userId);
    if (length >= maxTags)
      throw unprocessable(formatMessage(transactionsCopy.tooManyTags, { count: maxTags }));
    const color: TagColor = body.color ?? tagColors[length % tagColors.length] ?? tagColors[0];
    const tag = { id: newId(), name, name_key: toNameKey(name), color };
    if (!(await insertTag(transaction, userId, tag))) throw nameTaken(name);
  });
}

/** Returns the tag with this name. Throws 404 if there is none. */
export async function requireTagWithName(
  queries: Queries,
  userId: UserId,
  text: string,
): Promise<TagRow> {
  const tag = await findTagWithName(queries, userId, toNameKey(parseTagName(text)));
  if (tag === undefined) throw notFound('tag');
  return tag;
}

/** Renames a tag or changes its color. Throws 404 if the tag doesn't exist, 409 if another tag has the name. */
export function changeTag(
  { database }: Services,
  userId: UserId,
  { id, name, color }: CallBody<'PATCH /user/tags/:id'> & { id: string },
): Promise<TagRow> {
  const newName = name === undefined ? null : parseTagName(name);
  if (!isUuid(id)) throw notFound('tag');
  return database.transaction(async (transaction) => {
    await lockTransactions(transaction, userId);
    const name_key = newName === null ? null : toNameKey(newName);
    if (newName !== null && name_key !== null) {
      const other = await findTagWithName(transaction, userId, name_key);
      if (other !== undefined && other.id !== id) throw nameTaken(newName);
    }
    const changed = await updateTag(transaction, userId, {
      ...{ id, name_key, name: newName },
      color: color ?? null,
    });
    if (changed === undefined) throw notFound('tag');
    return changed;
  });
}

/** Deletes a tag and removes it from every transaction. Throws 404 if the tag doesn't exist. */
export async function deleteTag({ database }: Services, userId: UserId, id: string): Promise<null> {
  if (!isUuid(id)) throw notFound('tag');
  await database.transaction(async (transaction) => {
    // A sync that is being written could otherwise copy the tag from a pending transaction to the posted one.
    await lockTransactions(transaction, userId);
    if (!(await deleteRow(transaction, userId, id))) throw notFound('tag');
    await removeTagFromTransactions(transaction, userId, id);
  });
  return null;
}

/** Returns the ids of tags in ascending order, each once. Throws 422 if a tag doesn't exist. */
export async function requireTags(
  queries: Queries,
  userId: UserId,
  ids: readonly string[],
): Promise<string[]> {
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (uniqueIds.length === 0) return [];
  const existing = new Set((await listTags(queries, userId)).map(({ id }) => id));
  if (uniqueIds.some((id) => !existing.has(id))) throw unprocessable(transactionsCopy.unknownTag);
  return uniqueIds.sort();
}

const toNameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

const nameTaken = (name: string): Failure =>
  new Failure('conflict', formatMessage(transactionsCopy.tagExists, { name }));

/** Returns a name without surrounding and repeated white space. */
function parseTagName(text: string): string {
  const name = text.trim().replace(/\s+/gu, ' ');
  if (name === '' || [...name].length > maxTagNameLength)
    throw unprocessable(formatMessage(transactionsCopy.invalidTagName, { max: maxTagNameLength }));
  return name;
}
