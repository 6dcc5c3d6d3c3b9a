import type { FastifyReply } from 'fastify';
import type { Ledger } from './ledger.ts';
import type { Kinds, List } from './objects.ts';

/** A query or form body as parsed: bracketed names stay as they are (`flow_data[type]`). */
export type Fields = Record<string, string | string[] | undefined>;

/** One value of a field; the last where it came several times. */
export function field(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

/** An error in the provider's shape; the SDK makes its typed errors from `type`, `code` and the status. */
export function refuse(
  reply: FastifyReply,
  status: number,
  error: { message: string; code?: string; param?: string; type?: string },
): FastifyReply {
  return reply.code(status).send({ error: { type: 'invalid_request_error', ...error } });
}

/** 404 in the provider's words. */
export function missing(reply: FastifyReply, noun: string, id: string): FastifyReply {
  return refuse(reply, 404, {
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param: 'id',
  });
}

/** One page of a list, newest first, with the provider's cursors (`limit`, `starting_after`, `ending_before`). */
export function listPage<Item extends { id: string }>(
  items: Item[],
  query: Fields,
  url: string,
): List<Item> {
  const asked = Number(field(query, 'limit') ?? 10);
  const limit = Number.isInteger(asked) ? Math.min(100, Math.max(1, asked)) : 10;
  const newestFirst = items.toReversed();
  const after = field(query, 'starting_after');
  const before = field(query, 'ending_before');
  const place = (id: string) => newestFirst.findIndex((item) => item.id === id);
  const from = after ? place(after) + 1 : before ? Math.max(0, place(before) - limit) : 0;
  const to = before && !after ? Math.min(from + limit, Math.max(0, place(before))) : from + limit;
  return {
    object: 'list',
    data: newestFirst.slice(from, to),
    has_more: before && !after ? from > 0 : to < newestFirst.length,
    url,
  };
}

/** Which drawer the id in a field belongs to. */
const references: Record<string, keyof Kinds> = {
  charge: 'charges',
  customer: 'customers',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  subscription: 'subscriptions',
};

/** The object with the ids named by `expand[]` (`customer`, `data.subscription.latest_invoice`) replaced by their objects. */
export function expanded(ledger: Ledger, object: object, fields: Fields | undefined): object {
  const asked = Object.entries(fields ?? {})
    .filter(([name]) => /^expand\[\d*\]$/.test(name))
    .flatMap(([, value]) => value ?? []);
  return asked.reduce((result, path) => expand(ledger, result, path.split('.')), object);
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
  const kind = references[name];
  if (typeof value !== 'string' || !kind) return object;
  const found = ledger.find(kind, value);
  return found ? { ...object, [name]: expand(ledger, found, rest) } : object;
}
