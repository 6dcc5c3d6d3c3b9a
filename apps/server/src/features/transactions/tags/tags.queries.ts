import type { TagColor } from '@cairn/contract/rules/tag-colors';
import type { Queries } from '../../../platform/database/database.ts';
import { owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** A tag of a user. */
export interface TagRow {
  id: string;
  name: string;
  color: TagColor;
}

/** Lists a user's tags by name. */
export const listTags = (queries: Queries, userId: UserId) =>
  queries.rows<TagRow>(owned`
    select
      id,
      name,
      color
    from tags
    where user_id = ${userId}
    order by
      name_key,
      id`);

/** Inserts a tag. Returns false if the user has one with this name. `name_key`: the name in lower case. */
export const insertTag = async (
  queries: Queries,
  userId: UserId,
  tag: TagRow & { name_key: string },
): Promise<boolean> =>
  (await queries.run(owned`
    insert into tags (user_id, id, name, name_key, color)
    values (${userId}, ${tag.id}, ${tag.name}, ${tag.name_key}, ${tag.color})
    on conflict (user_id, name_key) do nothing`)) === 1;

/** Returns the tag with this name in lower case. */
export const findTagWithName = (queries: Queries, userId: UserId, nameKey: string) =>
  queries.row<TagRow>(owned`
    select
      id,
      name,
      color
    from tags
    where user_id = ${userId}
      and name_key = ${nameKey}`);

/** Changes the given fields of a tag. Returns undefined if there is no such tag. */
export const updateTag = (
  queries: Queries,
  userId: UserId,
  tag: { id: string; name: string | null; name_key: string | null; color: TagColor | null },
) =>
  queries.row<TagRow>(owned`
    update tags
    set
      name = coalesce(${tag.name}, name),
      name_key = coalesce(${tag.name_key}, name_key),
      color = coalesce(${tag.color}, color)
    where user_id = ${userId}
      and id = ${tag.id}
    returning
      id,
      name,
      color`);

/** Deletes a tag. Returns false if there is no such tag. */
export const deleteTag = async (queries: Queries, userId: UserId, id: string): Promise<boolean> =>
  (await queries.run(owned`
    delete from tags
    where user_id = ${userId}
      and id = ${id}`)) === 1;

/** Removes a tag from every transaction, including removed ones, and from the search texts. */
export async function removeTagFromTransactions(
  queries: Queries,
  userId: UserId,
  id: string,
): Promise<void> {
  await queries.run(owned`
    update transactions
    set tag_ids = array_remove(tag_ids, ${id}::uuid)
    where user_id = ${userId}
      and tag_ids <> '{}'
      and ${id}::uuid = any(tag_ids)`);
  await queries.run(owned`
    update search_texts
    set tag_ids = array_remove(tag_ids, ${id}::uuid)
    where user_id = ${userId}
      and ${id}::uuid = any(tag_ids)`);
}
