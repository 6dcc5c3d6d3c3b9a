import type { FastifyPluginAsync } from 'fastify';
import { expanded, type Fields, field, listPage, missing, refuse } from './api-reply.ts';
import { cancelNow, refund, setEnding } from './changes.ts';
import { remembered } from './idempotency.ts';
import { newId } from './ledger.ts';
import type { Kinds } from './objects.ts';
import { planOfPrice, plans, priceOf } from './plans.ts';
import { apiVersion } from './record-event.ts';
import type { Shop } from './shop.ts';

type Ask = { Params: { id: string }; Querystring: Fields; Body: Fields | undefined };

/** Which fields of the query narrow a list, by the field of the object that they compare with. */
const readable: { path: string; noun: string; kind: keyof Kinds; filters: string[] }[] = [
  {
    path: 'checkout/sessions',
    noun: 'checkout.session',
    kind: 'sessions',
    filters: ['customer', 'payment_intent', 'payment_link', 'status', 'subscription'],
  },
  { path: 'customers', noun: 'customer', kind: 'customers', filters: ['email'] },
  { path: 'invoices', noun: 'invoice', kind: 'invoices', filters: ['customer', 'status'] },
  {
    path: 'payment_intents',
    noun: 'payment_intent',
    kind: 'paymentIntents',
    filters: ['customer'],
  },
  { path: 'charges', noun: 'charge', kind: 'charges', filters: ['customer', 'payment_intent'] },
  { path: 'refunds', noun: 'refund', kind: 'refunds', filters: ['charge', 'payment_intent'] },
  { path: 'events', noun: 'event', kind: 'events', filters: ['type'] },
];

/** The provider's API as its official SDK calls it: bearer key, form-encoded bodies, `/v1/...`. */
export const api: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  const { ledger } = shop;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req'));
    reply.header('stripe-version', request.headers['stripe-version'] ?? apiVersion);
    if (keyOf(request.headers.authorization) !== shop.apiKey) {
      return refuse(reply, 401, { message: 'Invalid API Key provided.' });
    }
  });
  remembered(app);

  for (const { path, noun, kind, filters } of readable) {
    app.get<Ask>(`/v1/${path}`, async ({ query }) => {
      const fitting = ledger.all(kind).filter((object) =>
        filters.every((name) => {
          const wanted = field(query, name);
          return wanted === undefined || new Map(Object.entries(object)).get(name) === wanted;
        }),
      );
      return expanded(ledger, listPage(fitting, query, `/v1/${path}`), query);
    });
    app.get<Ask>(`/v1/${path}/:id`, async ({ params, query }, reply) => {
      const found = ledger.find(kind, params.id);
      return found ? expanded(ledger, found, query) : missing(reply, noun, params.id);
    });
  }

  app.get<Ask>('/v1/checkout/sessions/:id/line_items', async ({ params }, reply) => {
    const session = ledger.find('sessions', params.id);
    if (!session) return missing(reply, 'checkout.session', params.id);
    const plan = Object.values(plans).find((one) => one.paymentLink === session.payment_link);
    const line = plan && {
      id: `li_${session.id.slice(-24)}`,
      object: 'item',
      amount_subtotal: session.amount_subtotal,
      amount_total: session.amount_total,
      currency: session.currency,
      description: plan.name,
      price: priceOf(plan),
      quantity: 1,
    };
    return { object: 'list', data: line ? [line] : [], has_more: false, url: '' };
  });

  app.get<Ask>('/v1/prices/:id', async ({ params }, reply) => {
    const plan = planOfPrice(params.id);
    return plan ? priceOf(plan) : missing(reply, 'price', params.id);
  });

  app.get<Ask>('/v1/invoice_payments', async ({ query }) => {
    const intent = field(query, 'payment[payment_intent]');
    const invoice = field(query, 'invoice');
    const fitting = ledger
      .all('invoicePayments')
      .filter((one) => !intent || one.payment.payment_intent === intent)
      .filter((one) => !invoice || one.invoice === invoice);
    return expanded(ledger, listPage(fitting, query, '/v1/invoice_payments'), query);
  });

  await app.register(subscriptions, { shop });
  await app.register(payments, { shop });
};

const subscriptions: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  const { ledger, deliveries } = shop;

  app.get<Ask>('/v1/subscriptions', async ({ query }) => {
    const status = field(query, 'status');
    const customer = field(query, 'customer');
    const fitting = ledger
      .all('subscriptions')
      .filter((one) => !customer || one.customer === customer)
      // Ended ones are listed only on request, as at the provider.
      .filter((one) =>
        status === undefined
          ? one.status !== 'canceled'
          : status === 'all' || one.status === status,
      );
    return expanded(ledger, listPage(fitting, query, '/v1/subscriptions'), query);
  });

  app.get<Ask>('/v1/subscriptions/:id', async ({ params, query }, reply) => {
    const found = ledger.find('subscriptions', params.id);
    return found ? expanded(ledger, found, query) : missing(reply, 'subscription', params.id);
  });

  app.post<Ask>('/v1/subscriptions/:id', async ({ params, body }, reply) => {
    const found = ledger.find('subscriptions', params.id);
    if (!found) return missing(reply, 'subscription', params.id);
    if (found.status === 'canceled') {
      return refuse(reply, 400, {
        message: 'A canceled subscription can only update its metadata.',
      });
    }
    const ending = field(body, 'cancel_at_period_end');
    if (ending !== undefined) {
      await deliveries.send(setEnding(ledger, found, ending === 'true', shop.seconds()));
    }
    return expanded(ledger, found, body);
  });

  app.delete<Ask>('/v1/subscriptions/:id', async ({ params, query }, reply) => {
    const found = ledger.find('subscriptions', params.id);
    if (!found || found.status === 'canceled') return missing(reply, 'subscription', params.id);
    await deliveries.send(cancelNow(ledger, found, shop.seconds()));
    return expanded(ledger, found, query);
  });
};

const payments: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  const { ledger, deliveries } = shop;

  app.post<Ask>('/v1/refunds', async ({ body }, reply) => {
    const intent = field(body, 'payment_intent');
    const id = field(body, 'charge') ?? ledger.find('paymentIntents', intent ?? '')?.latest_charge;
    const charge = id ? ledger.find('charges', id) : undefined;
    if (!charge) return missing(reply, 'charge', id ?? intent ?? '');
    const given = field(body, 'amount');
    const amount = given === undefined ? undefined : Number(given);
    const left = charge.amount - charge.amount_refunded;
    if (left === 0) {
      return refuse(reply, 400, {
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    }
    if (amount !== undefined && !(Number.isInteger(amount) && amount > 0 && amount <= left)) {
      return refuse(reply, 400, { message: 'Invalid refund amount.', param: 'amount' });
    }
    await deliveries.send(refund(ledger, charge, shop.seconds(), amount));
    return ledger.all('refunds').at(-1);
  });

  app.post<Ask>('/v1/billing_portal/sessions', async (request, reply) => {
    const customer = field(request.body, 'customer');
    if (!customer) {
      return refuse(reply, 400, {
        code: 'parameter_missing',
        message: 'Missing required param: customer.',
        param: 'customer',
      });
    }
    if (!ledger.find('customers', customer)) {
      return refuse(reply, 400, {
        code: 'resource_missing',
        message: `No such customer: '${customer}'`,
        param: 'customer',
      });
    }
    const id = newId('bps');
    const session = ledger.put('portalSessions', {
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_sandboxCairn',
      created: shop.seconds(),
      customer,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: field(request.body, 'return_url') ?? `${shop.appUrl}/`,
      url: `${request.protocol}://${request.host}/stripe/portal/${id}`,
    });
    await ledger.save();
    return session;
  });
};

/** The API key of an Authorization header: bearer, or the user name of basic authentication. */
function keyOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = header?.split(' ') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
}
