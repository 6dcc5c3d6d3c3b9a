import { gzipSync } from 'node:zlib';
import type { Call } from '@cairn/contract/call';
import { takesBody } from '@cairn/contract/call-problems';
import { type CallKey, callEntries } from '@cairn/contract/calls';
import { documentedSchema } from '../../../apps/server/src/platform/http/openapi/documented-schema.ts';
import type { Random } from './random.ts';
import {
  hostileValue,
  hugeNumber,
  type KnownTexts,
  matchingValue,
  nearlyMatchingValue,
} from './schema-values.ts';

/** Who makes a request. `spare` is a free user who may sign out and be deleted. */
export const callers = ['signed out', 'forged', 'free', 'paid', 'linked', 'spare'] as const;
export type Caller = (typeof callers)[number];

/** A request exactly as it is sent. */
export interface HostileRequest {
  key: CallKey;
  demo: boolean;
  caller: Caller;
  method: string;
  /** The path with the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The data that the call's schemas describe. Undefined if the request is also broken in another way. */
  parts?: RequestParts;
}

export interface RequestParts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Undefined if the request has no body. */
  body: unknown;
}

/** Calls that hash a password, send a file, or sign out. They are made a tenth as often as others. */
const expensiveCalls: ReadonlySet<CallKey> = new Set<CallKey>([
  'POST /auth/token',
  'POST /auth/logout',
  'POST /signup',
  'POST /user/resetpwd',
  'POST /user/password',
  'GET /user/export',
  'GET /user/events',
  'DELETE /user',
  'DELETE /cb',
  'DELETE /institution/:id',
  'POST /user/plaid/sync_transactions',
]);
const endingCalls: ReadonlySet<CallKey> = new Set<CallKey>(['POST /auth/logout', 'DELETE /user']);

const weightedCalls = callEntries.flatMap((entry) =>
  Array.from({ length: expensiveCalls.has(entry[0]) ? 1 : 10 }, () => entry),
);

/** Creates a request. About half of them match the call's schemas, the others are invalid in one or more ways. */
export function createRequest(random: Random, known: KnownTexts): HostileRequest {
  const [key, call] = random.pick(weightedCalls);
  const demo = random.chance(call.demo ? 0.3 : 0.02);
  const parts = createParts(key, call, random, known);
  const caller = chooseCaller(key, random);
  const [method = 'GET', path = '/'] = key.split(' ');
  const request: HostileRequest = {
    key,
    demo,
    caller,
    method,
    path: `/api${demo ? '/demo' : ''}${fillPath(path, parts.path)}${formatQuery(parts.query)}`,
    headers: { 'x-time-zone': random.pick(['UTC', 'America/New_York', 'Nowhere/Land', '+02:00']) },
    parts,
    ...serializeBody(parts.body),
  };
  if (call.form && parts.body !== undefined) convertToForm(request, parts.body, random);
  return random.chance(0.2) ? random.pick(distortions)(request, random) : request;
}

/** Chooses a caller. Calls that end the caller's access are made only by callers who have no access or can be replaced. */
function chooseCaller(key: CallKey, random: Random): Caller {
  if (endingCalls.has(key)) return random.pick(['signed out', 'forged', 'spare']);
  return random.pick([
    'signed out',
    'forged',
    'free',
    'paid',
    'paid',
    'linked',
    'linked',
    'linked',
  ]);
}

function createParts(key: CallKey, call: Call, random: Random, known: KnownTexts): RequestParts {
  const create = (schema: object | undefined): unknown => {
    if (schema === undefined) return {};
    const documented = documentedSchema(schema);
    return random.chance(0.7)
      ? matchingValue(documented, random, known)
      : nearlyMatchingValue(documented, random, known);
  };
  return {
    path: asFields(create(call.params)),
    query: asFields(
      call.query === undefined && random.chance(0.1) ? { extra: 'x' } : create(call.query),
    ),
    body: takesBody(key, call) ? createBody(call.body, create, random) : undefined,
  };
}

function createBody(
  schema: object | undefined,
  create: (schema: object) => unknown,
  random: Random,
): unknown {
  if (random.chance(0.08)) return undefined;
  if (schema === undefined)
    return random.chance(0.7) ? undefined : random.pick([{}, { extra: 1 }, [], 7]);
  return create(schema);
}

/** Converts a value to fields of text, for path parameters, queries, and forms. */
const asFields = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {})
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)])
      // A URL can't contain unpaired surrogates, and its length is limited.
      .map(([name, part]) => [name, String(part).toWellFormed().slice(0, 2_000)]),
  );

const fillPath = (path: string, fields: Record<string, unknown>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(fields[name] ?? 'none')));

const formatQuery = (fields: Record<string, unknown>): string => {
  const text = new URLSearchParams(fields as Record<string, string>).toString(); // See asFields.
  return text === '' ? '' : `?${text}`;
};

function serializeBody(body: unknown): { body?: string } {
  if (body === undefined) return {};
  return { body: JSON.stringify(body).replaceAll(`"${hugeNumber}"`, '1e400') };
}

/** Usually replaces the JSON body of a request by a form with the same fields as text. */
function convertToForm(request: HostileRequest, body: unknown, random: Random): void {
  if (random.chance(0.2)) return;
  const fields = asFields(body);
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
  request.body = new URLSearchParams(fields).toString();
  if (request.parts) request.parts = { ...request.parts, body: fields };
}

type Distortion = (request: HostileRequest, random: Random) => HostileRequest;

/** Ways to break a request outside of the data that its schemas describe. */
const distortions: Distortion[] = [
  (request, random) => ({
    ...withoutParts(request),
    method: random.pick([
      'GET',
      'HEAD',
      'PUT',
      'POST',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'SEARCH',
      'QUERY',
    ]),
  }),
  (request, random) => ({
    ...withoutParts(request),
    body: random.pick(['{', '{"a":', 'undefined', '\ufeff{}', '{"a":NaN}', '\u0000', "{'a':1}"]),
  }),
  (request, random) =>
    withHeader(
      request,
      'content-type',
      random.pick([
        'text/plain',
        'application/xml',
        'nonsense',
        '',
        'application/json; charset=utf-16',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        '*/*',
      ]),
    ),
  (request) => ({ ...withHeader(request, 'content-encoding', 'gzip'), body: gzipSync('{}') }),
  (request) => ({ ...withoutParts(request), body: JSON.stringify({ a: 'x'.repeat(1024 * 1024) }) }),
  (request, random) =>
    withHeader(
      request,
      random.pick([
        'authorization',
        'cookie',
        'origin',
        'accept',
        'range',
        'if-none-match',
        'expect',
        'x-http-method-override',
        'accept-encoding',
        'upgrade',
        'stripe-signature',
        'plaid-verification',
        'x-forwarded-for',
        'idempotency-key',
      ]),
      random.pick([
        '',
        'x',
        '*',
        'Bearer',
        'Basic YTpi',
        'bytes=9-1',
        '100-fast',
        'x'.repeat(9_000),
        '\u00ff\u00fe',
        't=1,v1=0',
        'a.b.c',
      ]),
    ),
  (request, random) =>
    withHeader(request, 'host', random.pick(['evil.example', '', 'localhost:0', '[::1', 'a b'])),
  (request) => withHeader(request, 'x-long', 'x'.repeat(40_000)),
  (request, random) => ({
    ...withoutParts(request),
    path: random.pick([
      `${request.path}/`,
      `${request.path}/%zz`,
      `${request.path}?a[b]=c&a=d&a=e`,
      `${request.path}%00`,
      request.path.toUpperCase(),
      `/api/../api${request.path}`,
      `//${request.path}`,
      `${request.path}${'/x'.repeat(200)}`,
      `${request.path};a=b`,
      `/api/demo/demo${request.path}`,
    ]),
  }),
  (request, random) => ({
    ...withoutParts(request),
    body: JSON.stringify(hostileValue({}, random)) ?? 'null',
  }),
];

/** Removes the parts, because they no longer describe the request. */
const withoutParts = ({ parts: _parts, ...request }: HostileRequest): HostileRequest => request;

const withHeader = (request: HostileRequest, name: string, value: string): HostileRequest => ({
  ...withoutParts(request),
  headers: { ...request.headers, [name]: value },
});
