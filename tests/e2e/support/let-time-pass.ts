import { openEmbeddedDatabase } from '../../../tools/database/open-database.ts';
import { closeDirectConnection, queryDirectly } from '../../support/database/direct-connection.ts';
import type { Person } from './person.ts';

/** Moves a user's open factor reset into the past, as if that many hours had passed since the request. */
export async function letFactorResetAge({ api }: Person, hours: number): Promise<void> {
  const { id } = await api.request('GET /user/me');
  const { url } = await openEmbeddedDatabase(process.env.E2E_DATA_DIR ?? '', () => {});
  await queryDirectly(
    url,
    `update factor_resets
     set requested_at = requested_at - make_interval(hours => $2),
       next_mail_at = next_mail_at - make_interval(hours => $2)
     where user_id = $1`,
    [id, hours],
  );
  await closeDirectConnection(url);
}
