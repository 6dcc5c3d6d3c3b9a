import Type, { type Static, type TSchema } from 'typebox';
import { categories, categoryGroups } from './rules/taxonomy.ts';

/** An amount in major units with at most 2 decimals. Positive amounts are money out. */
export const Money = Type.Number({ description: 'Major units, at most 2 decimals' });

/** A calendar day (ISO 8601), never an instant. */
export const Day = Type.String({ format: 'date', description: 'Calendar day, YYYY-MM-DD' });

/** A calendar month. */
export const Month = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'Calendar month, YYYY-MM',
});

/** An instant in UTC (ISO 8601). */
export const Instant = Type.String({
  format: 'date-time',
  description: 'Instant in UTC, ISO 8601',
});

/**
 * How the balance of a day is known: recorded that day (`seen`), calculated from the nearest snapshot and the posted
 * transactions in between (`computed`), or based on that snapshot although the changes are unknown (`estimated`).
 */
export const BalanceKind = Type.Enum(['seen', 'computed', 'estimated']);
export type BalanceKind = Static<typeof BalanceKind>;

/** A sign-in method: a password, Google, Apple, or one of the operator's own providers as `OIDC:` and its name. */
export const SignInProvider = Type.Union([
  Type.Enum(['email', 'GOOGLE', 'APPLE']),
  Type.TemplateLiteral([Type.Literal('OIDC:'), Type.String()]),
]);
export type SignInProvider = Static<typeof SignInProvider>;

/** Cairn's id: a UUIDv7. */
export const Id = Type.String({ format: 'uuid' });

/** The schema of `T | null`. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Text in a request, without NUL, which PostgreSQL can't store. `maxLength` counts Unicode code points.
 *
 * `documentedAs` is a narrower schema, which the OpenAPI document shows. The server does not validate it: other text
 * reaches the handler, which responds with a 404, or with a 422 that says what is allowed.
 */
export const text = (maxLength: number, documentedAs?: TSchema) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...(documentedAs && { documentedAs }) });

/** Any value in a request. `documentedAs`: as in `text`. */
export const anyValue = (documentedAs: TSchema) => Type.Unknown({ documentedAs });

/** Cairn's id in a request. A malformed id returns 404, as an unknown id does. */
export const IdInput = text(200, Id);

/** A provider's id in a request. */
export const ProviderIdInput = text(200);

/** A day in a request. */
export const DayInput = text(40, Day);

/** A month in a request. Years 0 and 1 are excluded: PostgreSQL has no year 0, and sums need earlier months. */
export const MonthInput = text(
  20,
  Type.String({
    pattern: '^(000[2-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])$',
    description: 'Calendar month, YYYY-MM',
  }),
);

/** An email address in a request. */
export const EmailInput = text(
  1000,
  Type.String({ maxLength: 254, pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+\\.[^\\s@\\u0000]+$' }),
);

/** A new password in a request. Which passwords are accepted is explained in rules/credential-rules.ts. */
export const newPasswordInput = (minLength: number) =>
  text(1000, Type.String({ minLength, maxLength: 256, pattern: '^[^\\u0000]*$' }));

/** Text in a request that is documented as not blank and at most `maxLength` characters long. */
export const notBlank = (maxLength: number) =>
  text(
    Math.max(200, maxLength),
    Type.String({ maxLength, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' }),
  );

/** A category of the taxonomy in a request: its key in lower case. */
export const CategoryInput = text(200, Type.Enum([...categories.keys()]));

/** A category or group in a request of the budget: its key in upper case. */
export const BudgetCategoryInput = text(
  200,
  Type.Enum(
    [...categoryGroups.map(({ key }) => key), ...categories.keys()].map((key) => key.toUpperCase()),
  ),
);

/** The keyset cursor of a page in a request: the `next` of the previous page. */
export const CursorInput = text(200, Type.String({ pattern: '^[A-Za-z0-9_-]{40,80}$' }));
