import type { UserId } from '../platform/identifiers.ts';
import type { Sealer } from '../platform/secrets/sealed-secrets.ts';

/** Binds a sealed Apple refresh token to its user. */
export const appleTokenContext = (userId: UserId): string => `apple ${userId}`;

/** Seals the refresh token with which access at Apple can be revoked, for storage with its user. */
export const sealAppleToken = (sealer: Sealer, userId: UserId, refreshToken: string): string =>
  sealer.seal(refreshToken, appleTokenContext(userId));

/** Unseals a refresh token. Throws if it belongs to another user. */
export const openAppleToken = (sealer: Sealer, userId: UserId, sealed: string): string =>
  sealer.open(sealed, appleTokenContext(userId));
