import { randomUUIDv7 } from 'node:crypto';

declare const userIdBrand: unique symbol;

/** The ID of a user. A branded type, so that queries on users' rows can require one. */
export type UserId = string & { readonly [userIdBrand]: true };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Generates a UUIDv7, so that IDs sort by creation time. */
export const newId = (): string => randomUUIDv7();

/** Generates the ID of a new user. */
export const newUserId = (): UserId => newId() as UserId; // The only place that generates one.

/** Brands a user ID from the database or a verified token. */
export const asUserId = (value: string): UserId => value as UserId; // Verified by the caller.

/** True if a client's string is a UUID. PostgreSQL would fail on anything else. */
export const isUuid = (value: string): boolean => uuidPattern.test(value);
