import Type, { type TSchema } from 'typebox';

/** An amount in major units with at most 2 decimals. Positive: money out. */
export const Money = Type.Number({ description: 'Major units, at most 2 decimals' });

/** A calendar day, ISO 8601, never an instant. */
export const Day = Type.String({ description: 'Calendar day, YYYY-MM-DD' });

/** A calendar month. */
export const Month = Type.String({ description: 'Calendar month, YYYY-MM' });

/** An instant in UTC, ISO 8601. */
export const Instant = Type.String({ description: 'Instant in UTC, ISO 8601' });

/** One of ours: a UUIDv7. Open in the schema, so that an id of another form is a 404 like any unknown one. */
export const Id = Type.String({ maxLength: 200 });

/** Schema of `T | null`. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
