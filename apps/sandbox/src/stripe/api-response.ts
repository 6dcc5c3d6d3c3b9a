import type { FastifyReply } from 'fastify';
import type { Ledger } from './ledger.ts';
import type { LedgerObjects, List } from './objects.ts';

/** A parsed query or form body. Bracketed names are kept as is (`flow_data[type]`). */
export type Fields = Record<string, string | string[] | undefined>;

/** Returns the value of a field, or its last value if the field is repeated. */
export function fieldValue(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

/** Sends an error in the provider's format. The SDK derives its typed errors from `type`, `code`, and the status. */
export function sendError(
  reply: FastifyReply,
  status: number,
  error: { message: string; code?: string; param?: string; type?: string },
): FastifyReply {
  return reply.code(status).send({ error: { type: 'invalid_request_error', ...error } });
}

/** Sends the provider's 404 error for an unknown ID. */
export function sendNotFound(reply: FastifyReply, noun: string, id: string): FastifyReply {
  return sendError(reply, 404, {
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param: 'id',
  });
}

/** Returns the page of a list that the query asks for (`limit`, `starting_after`, `ending_before`), newest first. */
export function listPage<Item extends { id: string }>(
  items: Item[],
  query: Fields,
  url: string,
): List<Item> {
  const requested = Number(fieldValue(query, 'limit') ?? 10);
  const limit = Number.isInteger(requested) ? Math.min(100, Math.max(1, requested)) : 10;
  const newestFirst = items.toReversed();
  const after = fieldValue(query, 'starting_after');
  const before = fieldValue(query, 'ending_before');
  const indexOf = (id: string) => newestFirst.findIndex((item) => item.id === id);
  const start = after ? indexOf(after) + 1 : before ? Math.max(0, indexOf(before) - limit) : 0;
  const end =
    before && !after ? Math.min(start + limit, Math.max(0, indexOf(before))) : start + limit;
  return {
    object: 'list',
    data: newestFirst.slice(start, end),
    has_more: before && !after ? start > 0 : end < newestFirst.length,
    url,
  };
}

/** The kind of object that an ID field refers to, by field name. */
const referencedKinds: Record<string, keyof LedgerObjects> = {
  charge: 'charges',
  customer: 'customers',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  subscription: 'subscriptions',
};

/** Returns the object with the IDs named by `expand[]` (such as `data.subscription.latest_invoice`) replaced by objects. */
export function expandReferences(
  ledger: Ledger,
  object: object,
  fields: Fields | undefined,
): object {
  const paths = Object.entries(fields ?? {})
    .filter(([name]) => /^expand\[\d*\]$/.test(name))
    .flatMap(([, value]) => value ?? []);
  return paths.reduce((result, path) => expand(ledger, result, path.split('.')), object);
}

function expand(ledger: Ledger, object: object, [name, ...rest]: string[]): object {
  if (name === undefined) return object;
  const value: unknown = Object.entries(object).find(([key]) => key === name)?.[1];
  if (Array.isArray(value)) {
    return { ...object, [name]: value.map((item: object) => expand(ledger, item, rest)) };
  }
  if (typeof value === 'object' && value !== null) {
    return { ...object, [name]: expand(ledger, value, rest) };
  }
  const kind = referencedKinds[name];
  if (typeof value !== 'string' || !kind) return object;
  const referenced = ledger.find(kind, value);
  return referenced ? { ...object, [name]: expand(ledger, referenced, rest) } : object;
}
