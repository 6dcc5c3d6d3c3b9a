import { randomUUIDv7 } from 'node:crypto';

declare const userIdBrand: unique symbol;

/** The id of a user. Its own type, so that a query on a user's rows can insist on one. */
export type UserId = string & { readonly [userIdBrand]: true };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new id: UUIDv7, so that ids sort by the time they were made. */
export const newId = (): string => randomUUIDv7();

/** A new user's id. */
export const newUserId = (): UserId => newId() as UserId; // The only place that makes one.

/** Reads a user id that the database or a verified token carries. */
export const asUserId = (value: string): UserId => value as UserId; // Its callers verified it.

/** Whether a string from outside can be an id at all; PostgreSQL refuses others with an error. */
export const isUuid = (value: string): boolean => uuidPattern.test(value);
