import type { FastifyRequest } from 'fastify';
import { PlaidRefusal } from './errors.ts';

/** A request body that is an object; what its fields hold is checked as they are read. */
export type Body = Readonly<Record<string, unknown>>;

/** The fields that a call knows; any other is refused, as the aggregator refuses it. */
export interface KnownFields {
  required?: readonly string[];
  optional?: readonly string[];
}

/** The JSON object that was sent, or INVALID_BODY. */
export function readBody(request: FastifyRequest): Body {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new PlaidRefusal('INVALID_BODY', 'body must be a JSON object');
  }
  return Object.fromEntries(Object.entries(body));
}

/** Refuses missing and unknown fields. Throws MISSING_FIELDS or UNKNOWN_FIELDS. */
export function checkFields(body: Body, known: KnownFields): void {
  const required = known.required ?? [];
  const missing = required.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length > 0) {
    throw new PlaidRefusal(
      'MISSING_FIELDS',
      `the following required fields are missing: ${missing.join(', ')}`,
    );
  }
  const names = new Set([...required, ...(known.optional ?? []), 'client_id', 'secret']);
  const unknown = Object.keys(body).filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new PlaidRefusal(
      'UNKNOWN_FIELDS',
      `the following fields are not recognized by this endpoint: ${unknown.join(', ')}`,
    );
  }
}

/** An object, or INVALID_FIELD. Absent and null give an empty one. */
export function readObject(body: Body, name: string): Body {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(name, 'an object');
  return Object.fromEntries(Object.entries(value));
}

/** A text that is not empty, or INVALID_FIELD. */
export function readText(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw invalid(name, 'a non-empty string');
  return value;
}

/** A text or nothing. Absent and null give null; anything else INVALID_FIELD. */
export function readOptionalText(body: Body, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalid(name, 'a string');
  return value;
}

/** A list of texts or nothing. Absent and null give null; anything else INVALID_FIELD. */
export function readTexts(body: Body, name: string): string[] | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw invalid(name, 'a list of strings');
  }
  return value;
}

/** A whole number within bounds or nothing, or INVALID_FIELD. */
export function readWhole(body: Body, name: string, from: number, to: number): number | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to) {
    throw invalid(name, `an integer between ${from} and ${to}, inclusive`);
  }
  return value;
}

/** An absolute http(s) address or nothing. Absent, null and '' give null; anything else INVALID_FIELD. */
export function readAddress(body: Body, name: string): string | null {
  const value = readOptionalText(body, name);
  if (value === null || value === '') return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw invalid(name, 'a URL');
  }
  return value;
}

/** The refusal for a field of the wrong kind. */
export function invalid(name: string, wanted: string): PlaidRefusal {
  return new PlaidRefusal('INVALID_FIELD', `${name} must be ${wanted}`);
}
