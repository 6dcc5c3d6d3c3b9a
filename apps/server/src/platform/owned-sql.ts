import sqlTemplate, { type RawValue, type Sql } from 'sql-template-tag';
import type { UserId } from './identifiers.ts';

declare const ownedBrand: unique symbol;
declare const directoryBrand: unique symbol;

/** A statement on users' rows: it names the user whose rows they are. */
export type OwnedSql = Sql & { readonly [ownedBrand]: true };

/** A statement on a directory table, looked up by its own key. */
export type DirectorySql = Sql & { readonly [directoryBrand]: true };

/** What the database runs. */
export type Statement = (OwnedSql | DirectorySql) & {
  /** Planned each time for its values, not once for any: what the plan costs is nothing beside its rows. */
  readonly plannedAnew?: true;
};

/** Has a statement planned each time, where the plan for anybody's rows is a bad one for many. */
export const plannedAnew = (statement: Statement): Statement =>
  Object.assign(statement, { plannedAnew: true as const });

type NamesOwner<V extends readonly unknown[]> =
  UserId extends Extract<V[number], UserId>
    ? V
    : ["A statement on a user's rows must filter by a UserId"];

/**
 * Tags a statement on users' rows. It does not compile unless one of the values is a `UserId`, so
 * that forgetting whose rows they are is a type error.
 */
export const owned = <const V extends readonly RawValue[]>(
  strings: TemplateStringsArray,
  ...values: V & NamesOwner<V>
): OwnedSql => sqlTemplate(strings, ...values) as OwnedSql; // The brand exists for the compiler only.

/** Tags a statement on directory tables only (a test holds the list of them). */
export const directory = (
  strings: TemplateStringsArray,
  ...values: readonly RawValue[]
): DirectorySql => sqlTemplate(strings, ...values) as DirectorySql; // As above.

/** A piece of a statement, to be put into one that names its owner. */
export const fragment = (strings: TemplateStringsArray, ...values: readonly RawValue[]): Sql =>
  sqlTemplate(strings, ...values);
