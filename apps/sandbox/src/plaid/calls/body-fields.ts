import type { FastifyRequest } from 'fastify';
import { PlaidApiError } from './errors.ts';

/** A request body that is an object. Fields are validated as they are read. */
export type Body = Readonly<Record<string, unknown>>;

/** The fields that a call accepts. Like the aggregator, the sandbox rejects all others. */
export interface CallFields {
  required?: readonly string[];
  optional?: readonly string[];
}

/** Reads the JSON object of a request. Throws INVALID_BODY. */
export function readBody(request: FastifyRequest): Body {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new PlaidApiError('INVALID_BODY', 'body must be a JSON object');
  }
  return Object.fromEntries(Object.entries(body));
}

/** Throws MISSING_FIELDS or UNKNOWN_FIELDS. */
export function checkFields(body: Body, fields: CallFields): void {
  const required = fields.required ?? [];
  const missing = required.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length > 0) {
    throw new PlaidApiError(
      'MISSING_FIELDS',
      `the following required fields are missing: ${missing.join(', ')}`,
    );
  }
  const names = new Set([...required, ...(fields.optional ?? []), 'client_id', 'secret']);
  const unknown = Object.keys(body).filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new PlaidApiError(
      'UNKNOWN_FIELDS',
      `the following fields are not recognized by this endpoint: ${unknown.join(', ')}`,
    );
  }
}

/** Reads an object. A missing or null object is read as empty. Throws INVALID_FIELD. */
export function readObject(body: Body, name: string): Body {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidField(name, 'an object');
  return Object.fromEntries(Object.entries(value));
}

/** Reads a non-empty string. Throws INVALID_FIELD. */
export function readString(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw invalidField(name, 'a non-empty string');
  return value;
}

/** Reads a string, or null if it is missing or null. Throws INVALID_FIELD. */
export function readOptionalString(body: Body, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalidField(name, 'a string');
  return value;
}

/** Reads a list of strings, or null if it is missing or null. Throws INVALID_FIELD. */
export function readStrings(body: Body, name: string): string[] | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || !value.every((element) => typeof element === 'string')) {
    throw invalidField(name, 'a list of strings');
  }
  return value;
}

/** Reads an integer within bounds, or null if it is missing or null. Throws INVALID_FIELD. */
export function readInteger(body: Body, name: string, from: number, to: number): number | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to) {
    throw invalidField(name, `an integer between ${from} and ${to}, inclusive`);
  }
  return value;
}

/** Reads an absolute http(s) URL, or null if it is missing, null, or ''. Throws INVALID_FIELD. */
export function readUrl(body: Body, name: string): string | null {
  const value = readOptionalString(body, name);
  if (value === null || value === '') return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw invalidField(name, 'a URL');
  }
  return value;
}

/** Creates INVALID_FIELD for a field with the wrong type. */
export function invalidField(name: string, expected: string): PlaidApiError {
  return new PlaidApiError('INVALID_FIELD', `${name} must be ${expected}`);
}
