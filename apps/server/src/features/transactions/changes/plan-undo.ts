import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { listTags } from '../tags/tags.queries.ts';
import type { DesiredValues } from './apply-values.ts';
import { type ChangeTarget, listCurrentRows } from './changes.queries.ts';
import { isSameValue, type SomeValues, type UserField, userFields } from './user-values.ts';

/** A field whose current value is neither the one before nor the one after the change. */
export interface Difference {
  transaction_id: string;
  field: UserField;
}

/** What an undo would do. */
export interface UndoPlan {
  /** `target_id`: the target that the row is now. */
  desired: (DesiredValues & { target_id: string })[];
  differences: Difference[];
}

/** Returns what the undo of a change would set, and which fields were changed again since. */
export async function planUndo(
  queries: Queries,
  userId: UserId,
  targets: readonly ChangeTarget[],
): Promise<UndoPlan> {
  const ids = targets.map(({ id }) => id);
  const rows = new Map(
    (await listCurrentRows(queries, userId, ids)).map((row) => [row.target_id, row]),
  );
  const tags = new Set((await listTags(queries, userId)).map((tag) => tag.id));
  const desired: UndoPlan['desired'] = [];
  const differences: Difference[] = [];
  for (const target of targets) {
    const row = rows.get(target.id);
    if (row === undefined) continue;
    const { before, after } = withoutDeletedTags(target, tags);
    desired.push({ target_id: target.id, row, values: before });
    for (const field of fieldsOf(before))
      if (![before, after].some((values) => isSame(row, values, field)))
        differences.push({ transaction_id: row.id, field });
  }
  return { desired, differences };
}

const fieldsOf = (values: SomeValues) => userFields.filter((field) => values[field] !== undefined);

const isSame = (row: Required<SomeValues>, values: SomeValues, field: UserField): boolean => {
  const value = values[field];
  return value !== undefined && isSameValue(row[field], value);
};

/** Omits deleted tags: they can't be restored, and their absence is not a later change. */
function withoutDeletedTags({ before, after }: ChangeTarget, existing: ReadonlySet<string>) {
  const filter = (values: SomeValues): SomeValues =>
    values.tags === undefined
      ? values
      : { ...values, tags: values.tags.filter((tag) => existing.has(tag)) };
  return { before: filter(before), after: filter(after) };
}
