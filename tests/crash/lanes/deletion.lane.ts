import { listTablesWithRowsOf } from '../../support/database/user-tables.ts';
import { eventually } from '../../support/eventually.ts';
import type { Person } from '../person.ts';
import type { Lane } from './lane.ts';
import { canSignIn } from './sign-in.lane.ts';

/** In milliseconds. Deleting a user waits for the providers. */
const deletionTimeout = 120_000;

/** Deletes a user's account, once. */
export function createDeletionLane({ client, id, email, exists, password }: Person): Lane {
  return {
    async write({ ledger }) {
      const { outcome } = await ledger.send(client, 'DELETE /user', {
        body: { password: password.value },
      });
      exists.record(false, outcome);
      // After the deletion, the user can't write anything else.
      return 'unknown';
    },
    async compare({ app, ledger, databaseUrl }) {
      exists.compare(await canSignIn(app, email, password.value), ledger);
      if (exists.value) return;
      let tables: string[] = [];
      await eventually(
        async () => {
          tables = await listTablesWithRowsOf(databaseUrl, id);
          return tables.length === 0;
        },
        'the user is deleted',
        deletionTimeout,
      ).catch(() => ledger.report('half_done', `${email} still has rows in ${tables.join(', ')}`));
    },
  };
}
