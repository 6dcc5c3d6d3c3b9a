import { isEmail } from '@cairn/contract/credential-rules';
import { recordActivity } from '../../domain/activity.queries.ts';
import { sealAppleToken } from '../../domain/apple-tokens.ts';
import { findIdentity } from '../../domain/identities.queries.ts';
import { insertUser, takeAddress } from '../../domain/new-user.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import { asUserId, newUserId, type UserId } from '../../platform/identifiers.ts';
import { Failure, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findAddress } from './auth.queries.ts';
import { insertUserIdentity, replaceRefreshToken, takeIdentity } from './identities.queries.ts';
import { openSession } from './open-session.ts';
import { type Proof, providerTitle } from './prove-person.ts';

/**
 * Signs in whom a provider has vouched for: as the user that they are known as here, or else into a
 * new account. An account that has their address is not theirs for it: 409.
 */
export async function enterAs(services: Services, proof: Proof, device: string) {
  const known = await findIdentity(services.database, proof.person);
  const userId =
    known === undefined ? await openAccountFor(services, proof, device) : asUserId(known.user_id);
  await keepRefreshToken(services, userId, proof);
  const detail = `${device}, with ${providerTitle(proof.provider)}`;
  return { userId, token: await openSession(services, { userId, device, detail }) };
}

/** Opens an account without a password. Of several at once one does, and the others find it. */
async function openAccountFor(services: Services, proof: Proof, device: string): Promise<UserId> {
  const { database, log } = services;
  const { email } = proof.person;
  if (email === null || !isEmail(email))
    throw refused(
      `${providerTitle(proof.provider)} did not share an address of yours, and an account needs one.`,
    );
  const userId = newUserId();
  try {
    await database.transaction((transaction) => insertAccount(transaction, userId, proof, email));
  } catch (error) {
    if (error instanceof AddressTaken) throw await refuseTakeover(services, proof, email, device);
    if (error instanceof IdentityTaken) return asUserId(error.userId);
    throw error;
  }
  log.info({ event: 'signed_up', user_id: userId });
  return userId;
}

/** Throws to take the transaction back if somebody has the identity or the address by now. */
async function insertAccount(
  transaction: Transaction,
  userId: UserId,
  { provider, person }: Proof,
  email: string,
): Promise<void> {
  if (!(await takeIdentity(transaction, { ...person, userId }))) {
    // Whoever was quicker has committed: it is the same person in another tab.
    const known = await findIdentity(transaction, person);
    throw known === undefined ? new Failure('conflict') : new IdentityTaken(known.user_id);
  }
  if (!(await takeAddress(transaction, { address: email.toLowerCase(), userId })))
    throw new AddressTaken();
  await insertUser(transaction, { userId, email, emailVerified: true, passwordHash: null });
  await insertUserIdentity(transaction, {
    ...person,
    userId,
    provider,
    email,
    sealedRefreshToken: null,
  });
  const detail = `With ${providerTitle(provider)}`;
  await recordActivity(transaction, { userId, event: 'signed_up', detail });
}

class AddressTaken extends Error {}

class IdentityTaken extends Error {
  readonly userId: string;

  constructor(userId: string) {
    super();
    this.userId = userId;
  }
}

/** The owner of the address can read that somebody tried, and the one who tries how to go on. */
async function refuseTakeover(
  { database, log }: Services,
  { provider }: Proof,
  email: string,
  device: string,
): Promise<Failure> {
  const title = providerTitle(provider);
  const owner = await findAddress(database, email.toLowerCase());
  if (owner !== undefined) {
    const userId = asUserId(owner.user_id);
    await recordActivity(database, {
      userId,
      event: 'sign_in_refused',
      detail: `${title} is not linked: ${device}`,
    });
    log.info({ event: 'sign_in_refused', user_id: userId, provider });
  }
  return new Failure(
    'conflict',
    `There is an account with the address ${email} already. Sign in to it as before, then link ` +
      `${title} in your profile.`,
  );
}

/** Apple gives a new one at each consent, which may end those before. */
async function keepRefreshToken(
  { database, sealer }: Services,
  userId: UserId,
  { person, refreshToken }: Proof,
): Promise<void> {
  if (refreshToken === null) return;
  await replaceRefreshToken(database, {
    ...person,
    userId,
    sealedRefreshToken: sealAppleToken(sealer, userId, refreshToken),
  });
}
