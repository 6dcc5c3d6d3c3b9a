import { recordActivity } from '../../domain/activity.queries.ts';
import { sealAppleToken } from '../../domain/apple-tokens.ts';
import { findIdentity } from '../../domain/identities.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { insertUserIdentity, replaceRefreshToken, takeIdentity } from './identities.queries.ts';
import { type Proof, providerTitle } from './prove-person.ts';

/**
 * Links somebody whom a provider has vouched for to a user as a way to sign in. One that the user has
 * already is no error. 409 if it is another user's, or if the user has another of this provider.
 */
export async function linkIdentity(
  services: Services,
  userId: UserId,
  proof: Proof,
): Promise<void> {
  const { database, sealer, log } = services;
  const { provider, person, refreshToken } = proof;
  const title = providerTitle(provider);
  const sealedRefreshToken =
    refreshToken === null ? null : sealAppleToken(sealer, userId, refreshToken);
  await database.transaction(async (transaction) => {
    if (!(await takeIdentity(transaction, { ...person, userId }))) {
      await requireOwn(transaction, userId, proof);
      if (sealedRefreshToken !== null)
        await replaceRefreshToken(transaction, { ...person, userId, sealedRefreshToken });
      return;
    }
    const email = person.email ?? '';
    const link = { ...person, userId, provider, email, sealedRefreshToken };
    if (!(await insertUserIdentity(transaction, link)))
      throw new Failure('conflict', `Another ${title} account is linked already. Unlink it first.`);
    await recordActivity(transaction, {
      userId,
      event: 'sign_in_linked',
      detail: email === '' ? title : `${title}, ${email}`,
    });
  });
  log.info({ event: 'sign_in_linked', user_id: userId, provider });
}

async function requireOwn(
  transaction: Transaction,
  userId: UserId,
  { provider, person }: Proof,
): Promise<void> {
  const known = await findIdentity(transaction, person);
  if (known?.user_id === userId) return;
  throw new Failure(
    'conflict',
    `This ${providerTitle(provider)} account signs in to another account here already.`,
  );
}
