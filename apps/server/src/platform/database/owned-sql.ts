import sqlTemplate, { type RawValue, type Sql } from 'sql-template-tag';
import type { UserId } from '../identifiers.ts';

declare const ownedBrand: unique symbol;
declare const directoryBrand: unique symbol;

/** A statement on users' rows. It filters by a user. */
export type OwnedSql = Sql & { readonly [ownedBrand]: true };

/** A statement on a directory table: one that has its own key instead of a user's. */
export type DirectorySql = Sql & { readonly [directoryBrand]: true };

/** A statement that the database accepts. */
export type Statement = (OwnedSql | DirectorySql) & {
  /** If true, PostgreSQL plans it for its parameter values each time, instead of reusing a generic plan. */
  readonly customPlan?: true;
};

/** Plans a statement for its parameter values each time, for when a generic plan is slow for many users. */
export const withCustomPlan = (statement: Statement): Statement =>
  Object.assign(statement, { customPlan: true as const });

type RequireUserId<V extends readonly unknown[]> =
  UserId extends Extract<V[number], UserId>
    ? V
    : ["A statement on a user's rows must filter by a UserId"];

/**
 * Tags a statement on users' rows. One of its values must be a `UserId`, so that forgetting to filter
 * by user is a type error.
 */
export const owned = <const V extends readonly RawValue[]>(
  strings: TemplateStringsArray,
  ...values: V & RequireUserId<V>
): OwnedSql => sqlTemplate(strings, ...values) as OwnedSql; // The brand exists at compile time only.

/** Tags a statement on directory tables only. A security test lists these tables. */
export const directory = (
  strings: TemplateStringsArray,
  ...values: readonly RawValue[]
): DirectorySql => sqlTemplate(strings, ...values) as DirectorySql; // The brand exists at compile time only.

/**
 * SQL for the time of the database transaction, to be used in CASE and COALESCE. Citus rejects a call of now() there,
 * unless it is in a subquery.
 */
export const transactionTime = sqlTemplate`(select now())`;

/** A fragment of SQL, to be embedded in an owned statement. */
export const fragment = (strings: TemplateStringsArray, ...values: readonly RawValue[]): Sql =>
  sqlTemplate(strings, ...values);
