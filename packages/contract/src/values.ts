import Type, { type Static, type TSchema } from 'typebox';

/** An amount in major units with at most 2 decimals. Positive amounts are money out. */
export const Money = Type.Number({ description: 'Major units, at most 2 decimals' });

/** A calendar day (ISO 8601), never an instant. */
export const Day = Type.String({ description: 'Calendar day, YYYY-MM-DD' });

/** A calendar month. */
export const Month = Type.String({ description: 'Calendar month, YYYY-MM' });

/** An instant in UTC (ISO 8601). */
export const Instant = Type.String({ description: 'Instant in UTC, ISO 8601' });

/**
 * How the balance of a day is known: recorded that day (`seen`), carried over posted transactions (`computed`), or
 * carried over without knowing what changed it (`estimated`).
 */
export const BalanceKind = Type.Enum(['seen', 'computed', 'estimated']);
export type BalanceKind = Static<typeof BalanceKind>;

/** A sign-in method: a password, Google, Apple, or one of the operator's own providers as `OIDC:` and its name. */
export const SignInProvider = Type.Union([
  Type.Enum(['email', 'GOOGLE', 'APPLE']),
  Type.TemplateLiteral([Type.Literal('OIDC:'), Type.String()]),
]);
export type SignInProvider = Static<typeof SignInProvider>;

/** Cairn's id: a UUIDv7. The schema accepts any text, so that a malformed id returns 404 like an unknown one. */
export const Id = Type.String({ maxLength: 200 });

/** The schema of `T | null`. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
