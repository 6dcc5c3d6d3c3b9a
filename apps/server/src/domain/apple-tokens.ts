import type { UserId } from '../platform/identifiers.ts';
import type { Sealer } from '../platform/sealed-secrets.ts';

/** Binds a sealed refresh token of Apple's to its user. */
const context = (userId: UserId) => `apple ${userId}`;

/** Seals the token by which access at Apple is revoked, to be kept with its user. */
export const sealAppleToken = (sealer: Sealer, userId: UserId, refreshToken: string): string =>
  sealer.seal(refreshToken, context(userId));

/** Opens one. Throws if it is another user's. */
export const openAppleToken = (sealer: Sealer, userId: UserId, sealed: string): string =>
  sealer.open(sealed, context(userId));
