import { owned } from '../../../platform/database/owned-sql.ts';
import { type ExportedRow, pageLimit, type ReadPage } from './exported-file.ts';

export const readTags: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      id as cursor,
      id,
      name,
      color,
      created_at
    from tags
    where user_id = ${userId}
      and id > ${after}
    order by id
    ${pageLimit}`);

export const readChanges: ReadPage = (queries, userId, after) =>
  queries.rows<ExportedRow>(owned`
    select
      id as cursor,
      id,
      at,
      kind,
      undoes,
      undone_by,
      target_count as count,
      pending_count as pending
    from changes
    where user_id = ${userId}
      and id > ${after}
    order by id
    ${pageLimit}`);

export const readChangeTargets: ReadPage = (queries, userId, after) => {
  const [changeId, targetId] = after.split('/');
  return queries.rows<ExportedRow>(owned`
    select
      change_id || '/' || target_id as cursor,
      change_id,
      target_kind as kind,
      target_id as transaction_id,
      before::text as before,
      after::text as after
    from change_targets
    where user_id = ${userId}
      and (change_id, target_id) > (${changeId}::uuid, ${targetId}::uuid)
      and after is not null
    order by
      change_id,
      target_id
    ${pageLimit}`);
};
