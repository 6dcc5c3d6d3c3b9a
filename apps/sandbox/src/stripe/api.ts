import type { FastifyPluginAsync } from 'fastify';
import {
  expandReferences,
  type Fields,
  fieldValue,
  listPage,
  sendError,
  sendNotFound,
} from './api-response.ts';
import { apiVersion } from './events/record-event.ts';
import { replayIdempotentRequests } from './idempotency.ts';
import { newId } from './ledger.ts';
import type { LedgerObjects } from './objects.ts';
import { findPlanByPrice, plans, priceOf } from './plans.ts';
import { cancelNow, refund, setCancelAtPeriodEnd } from './purchases/subscription-changes.ts';
import type { StripeContext } from './stripe-context.ts';

type ApiRoute = { Params: { id: string }; Querystring: Fields; Body: Fields | undefined };

/** Resources with list and retrieve calls. `filters` are query fields compared with the object's field of that name. */
const resources: { path: string; noun: string; kind: keyof LedgerObjects; filters: string[] }[] = [
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

/** The provider's API, for its official SDK: a bearer key, form-encoded bodies, and `/v1/...` paths. */
export const api: FastifyPluginAsync<{ context: StripeContext }> = async (app, { context }) => {
  const { ledger } = context;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req'));
    reply.header('stripe-version', request.headers['stripe-version'] ?? apiVersion);
    if (keyOf(request.headers.authorization) !== context.apiKey) {
      return sendError(reply, 401, { message: 'Invalid API Key provided.' });
    }
  });
  replayIdempotentRequests(app);

  for (const { path, noun, kind, filters } of resources) {
    app.get<ApiRoute>(`/v1/${path}`, async ({ query }) => {
      const matches = ledger.all(kind).filter((candidate) =>
        filters.every((name) => {
          const expected = fieldValue(query, name);
          return (
            expected === undefined || new Map(Object.entries(candidate)).get(name) === expected
          );
        }),
      );
      return expandReferences(ledger, listPage(matches, query, `/v1/${path}`), query);
    });
    app.get<ApiRoute>(`/v1/${path}/:id`, async ({ params, query }, reply) => {
      const object = ledger.find(kind, params.id);
      return object
        ? expandReferences(ledger, object, query)
        : sendNotFound(reply, noun, params.id);
    });
  }

  app.get<ApiRoute>('/v1/checkout/sessions/:id/line_items', async ({ params }, reply) => {
    const session = ledger.find('sessions', params.id);
    if (!session) return sendNotFound(reply, 'checkout.session', params.id);
    const plan = Object.values(plans).find(
      (candidate) => candidate.paymentLink === session.payment_link,
    );
    const lineItem = plan && {
      id: `li_${session.id.slice(-24)}`,
      object: 'item',
      amount_subtotal: session.amount_subtotal,
      amount_total: session.amount_total,
      currency: session.currency,
      description: plan.name,
      price: priceOf(plan),
      quantity: 1,
    };
    return { object: 'list', data: lineItem ? [lineItem] : [], has_more: false, url: '' };
  });

  app.get<ApiRoute>('/v1/prices/:id', async ({ params }, reply) => {
    const plan = findPlanByPrice(params.id);
    return plan ? priceOf(plan) : sendNotFound(reply, 'price', params.id);
  });

  app.get<ApiRoute>('/v1/invoice_payments', async ({ query }) => {
    const intent = fieldValue(query, 'payment[payment_intent]');
    const invoice = fieldValue(query, 'invoice');
    const matches = ledger
      .all('invoicePayments')
      .filter((candidate) => !intent || candidate.payment.payment_intent === intent)
      .filter((candidate) => !invoice || candidate.invoice === invoice);
    return expandReferences(ledger, listPage(matches, query, '/v1/invoice_payments'), query);
  });

  await app.register(subscriptions, { context });
  await app.register(payments, { context });
};

const subscriptions: FastifyPluginAsync<{ context: StripeContext }> = async (app, { context }) => {
  const { ledger, delivery } = context;

  app.get<ApiRoute>('/v1/subscriptions', async ({ query }) => {
    const status = fieldValue(query, 'status');
    const customer = fieldValue(query, 'customer');
    const matches = ledger
      .all('subscriptions')
      .filter((candidate) => !customer || candidate.customer === customer)
      // Like the provider, list canceled subscriptions only on request.
      .filter((candidate) =>
        status === undefined
          ? candidate.status !== 'canceled'
          : status === 'all' || candidate.status === status,
      );
    return expandReferences(ledger, listPage(matches, query, '/v1/subscriptions'), query);
  });

  app.get<ApiRoute>('/v1/subscriptions/:id', async ({ params, query }, reply) => {
    const object = ledger.find('subscriptions', params.id);
    return object
      ? expandReferences(ledger, object, query)
      : sendNotFound(reply, 'subscription', params.id);
  });

  app.post<ApiRoute>('/v1/subscriptions/:id', async ({ params, body }, reply) => {
    const object = ledger.find('subscriptions', params.id);
    if (!object) return sendNotFound(reply, 'subscription', params.id);
    if (object.status === 'canceled') {
      return sendError(reply, 400, {
        message: 'A canceled subscription can only update its metadata.',
      });
    }
    const cancelAtPeriodEnd = fieldValue(body, 'cancel_at_period_end');
    if (cancelAtPeriodEnd !== undefined) {
      await delivery.send(
        setCancelAtPeriodEnd(ledger, object, cancelAtPeriodEnd === 'true', context.nowSeconds()),
      );
    }
    return expandReferences(ledger, object, body);
  });

  app.delete<ApiRoute>('/v1/subscriptions/:id', async ({ params, query }, reply) => {
    const object = ledger.find('subscriptions', params.id);
    if (!object || object.status === 'canceled')
      return sendNotFound(reply, 'subscription', params.id);
    await delivery.send(cancelNow(ledger, object, context.nowSeconds()));
    return expandReferences(ledger, object, query);
  });
};

const payments: FastifyPluginAsync<{ context: StripeContext }> = async (app, { context }) => {
  const { ledger, delivery } = context;

  app.post<ApiRoute>('/v1/refunds', async ({ body }, reply) => {
    const intent = fieldValue(body, 'payment_intent');
    const id =
      fieldValue(body, 'charge') ?? ledger.find('paymentIntents', intent ?? '')?.latest_charge;
    const charge = id ? ledger.find('charges', id) : undefined;
    if (!charge) return sendNotFound(reply, 'charge', id ?? intent ?? '');
    const requested = fieldValue(body, 'amount');
    const amount = requested === undefined ? undefined : Number(requested);
    const remaining = charge.amount - charge.amount_refunded;
    if (remaining === 0) {
      return sendError(reply, 400, {
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    }
    if (amount !== undefined && !(Number.isInteger(amount) && amount > 0 && amount <= remaining)) {
      return sendError(reply, 400, { message: 'Invalid refund amount.', param: 'amount' });
    }
    await delivery.send(refund(ledger, charge, context.nowSeconds(), amount));
    return ledger.all('refunds').at(-1);
  });

  app.post<ApiRoute>('/v1/billing_portal/sessions', async (request, reply) => {
    const customer = fieldValue(request.body, 'customer');
    if (!customer) {
      return sendError(reply, 400, {
        code: 'parameter_missing',
        message: 'Missing required param: customer.',
        param: 'customer',
      });
    }
    if (!ledger.find('customers', customer)) {
      return sendError(reply, 400, {
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
      created: context.nowSeconds(),
      customer,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: fieldValue(request.body, 'return_url') ?? `${context.appUrl}/`,
      url: `${request.protocol}://${request.host}/stripe/portal/${id}`,
    });
    await ledger.save();
    return session;
  });
};

/** Returns the API key of an Authorization header: the bearer token, or the username of basic authentication. */
function keyOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = header?.split(' ') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
}
