import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { setUndoneBy } from './changes.queries.ts';

/** Marks a change as undone. If it was an undo itself, the change that it undid is in effect again, and so on. */
export async function markUndone(
  queries: Queries,
  userId: UserId,
  changeId: string,
  undoId: string,
): Promise<void> {
  let isUndone = true;
  for (let id: string | null = changeId; id !== null; isUndone = !isUndone) {
    const marked: { undoes: string | null } | undefined = await setUndoneBy(
      queries,
      userId,
      id,
      isUndone ? undoId : null,
    );
    id = marked?.undoes ?? null;
  }
}
