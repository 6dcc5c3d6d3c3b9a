import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountsHandlers } from './features/accounts/accounts.routes.ts';
import { appleNoticeHandlers } from './features/auth/apple-notices/receive-apple-notice.ts';
import { authHandlers } from './features/auth/auth.routes.ts';
import { emailCodeHandlers } from './features/auth/codes/email-code-handlers.ts';
import { factorResetHandlers } from './features/auth/factor-reset/factor-reset-handlers.ts';
import { factorHandlers } from './features/auth/factors/factor-handlers.ts';
import { identityHandlers } from './features/auth/methods/identity-handlers.ts';
import { passkeyHandlers } from './features/auth/passkeys/passkey-handlers.ts';
import { createAuthenticator } from './features/auth/sign-in/authenticate.ts';
import { providerSignInHandlers } from './features/auth/sign-in/provider-handlers.ts';
import { billingHandlers } from './features/billing/billing.routes.ts';
import { budgetHandlers } from './features/budget/budget.routes.ts';
import { cryptoHandlers } from './features/crypto/crypto.routes.ts';
import { institutionsHandlers } from './features/institutions/institutions.routes.ts';
import { linkingHandlers } from './features/linking/linking.routes.ts';
import { closeStreams } from './features/linking/stream-events.ts';
import { networthHandlers } from './features/networth/networth.routes.ts';
import { credentialHandlers } from './features/profile/credential-handlers.ts';
import { profileHandlers } from './features/profile/profile.routes.ts';
import { proofHandlers } from './features/proof/proof.routes.ts';
import { recurringHandlers } from './features/recurring/recurring.routes.ts';
import { signupHandlers } from './features/signup/signup.routes.ts';
import { spendingHandlers } from './features/spending/spending.routes.ts';
import { stocksHandlers } from './features/stocks/stocks.routes.ts';
import { transactionsHandlers } from './features/transactions/transactions.routes.ts';
import { requireStepUp } from './identity/step-up.ts';
import { createDemoUserResolver } from './jobs/demo/demo-user-resolver.ts';
import { createAdmission } from './platform/http/admit-calls.ts';
import { rejectUnknownCalls } from './platform/http/allowed-methods.ts';
import { bodyLimit, limitBodies } from './platform/http/body-limit.ts';
import { registerBodyParsers } from './platform/http/body-parsers.ts';
import { setCacheHeaders } from './platform/http/cache-headers.ts';
import { clearSiteDataOnSignOut } from './platform/http/clear-site-data.ts';
import { handleClientError, ignoreExpectations } from './platform/http/client-error-handler.ts';
import { closeConnectionsOnShutdown } from './platform/http/closing-connections.ts';
import { configHandlers } from './platform/http/config.ts';
import { cspReportHandlers } from './platform/http/csp-reports.ts';
import { serveErrorsPage } from './platform/http/errors-page.ts';
import { lazyValidatorCompiler } from './platform/http/lazy-validator-compiler.ts';
import { rejectMalformedUrls, toRoutableUrl } from './platform/http/malformed-urls.ts';
import { reportUndocumentedResponses } from './platform/http/openapi/report-undocumented.ts';
import { serveApiReference } from './platform/http/openapi/serve-api-reference.ts';
import { setProblemErrorHandler } from './platform/http/problem-responses.ts';
import { provideRequestContext, traceOf } from './platform/http/provide-context.ts';
import { registerCalls } from './platform/http/register-calls.ts';
import { describeIp } from './platform/http/request-ip.ts';
import { setSecurityHeaders } from './platform/http/security-headers.ts';
import { rejectUnknownHosts } from './platform/http/unknown-hosts.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { serveWellKnown } from './platform/http/well-known.ts';
import { newId } from './platform/identifiers.ts';
import { observeRequests } from './platform/observability/observe-requests.ts';
import { propagateTraceContext } from './platform/providers/propagate-trace.ts';
import type { Services } from './services.ts';

const webDirectory = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Options of the app. The services are passed separately. */
export interface AppOptions {
  /** Checks every response against its schema and the OpenAPI document. For tests. */
  checkResponses?: boolean;
  /** Returns false during shutdown, so that a load balancer sends no more requests. */
  isServing?: () => boolean;
}

/**
 * Builds the app: the API under /api, health checks, and the web app under all other paths. A process that only runs
 * jobs serves its health checks.
 */
export async function buildApp(
  services: Services,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { settings, log } = services;
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    bodyLimit,
    trustProxy: settings.trustProxy,
    requestTimeout: 30_000,
    genReqId: () => newId(),
    childLoggerFactory: (logger, bindings, childOptions, message) => {
      const trace = traceOf(message);
      const fields = trace && { trace_id: trace.traceId, span_id: trace.spanId };
      return logger.child({ ...bindings, ...fields }, childOptions);
    },
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    clientErrorHandler: handleClientError,
    rewriteUrl: ({ url = '/' }) => toRoutableUrl(url),
    // The maximum length of a URL, so that an overlong ID is treated as an unknown ID.
    routerOptions: { maxParamLength: 16_384 },
  });
  app.decorateRequest('identity', undefined);
  app.decorateRequest('problemCode', undefined);
  app.decorateRequest('unavailableReason', undefined);
  app.decorateRequest('slots', undefined);
  provideRequestContext(app, settings.activityIp);
  propagateTraceContext();
  app.setValidatorCompiler(lazyValidatorCompiler);
  // Responses are typed by the contract and checked against it in tests, so plain JSON is enough.
  app.setSerializerCompiler(() => JSON.stringify);
  setProblemErrorHandler(app);
  ignoreExpectations(app);
  logRequests(app, services);
  observeRequests(app, services.metrics);
  services.tracing.traceRequests(app);
  const isServing = options.isServing ?? (() => true);
  closeConnectionsOnShutdown(app, isServing);
  // Only responses are compressed: a small compressed request body could expand to a thousand times its size.
  await app.register(compress, { threshold: 2_048, globalDecompression: false });
  setSecurityHeaders(app, {
    isProduction: settings.isProduction,
    isHttps: settings.publicUrl.startsWith('https://'),
    scriptOrigins: [new URL(settings.plaid.linkScriptUrl).origin],
    googleScriptUrl: settings.google?.scriptUrl ?? null,
    trustedTypes: settings.trustedTypes,
  });
  rejectUnknownHosts(app, settings);
  limitBodies(app);
  rejectMalformedUrls(app);
  serveHealth(app, services, isServing);
  if (settings.role === 'worker') return app;
  serveWellKnown(app, {
    contacts: settings.securityContacts,
    publicUrl: settings.publicUrl,
    clock: services.clock,
  });
  await app.register((api) => serveApi(api, services, options), { prefix: '/api' });
  await serveWebApp(app, webDirectory);
  return app;
}

async function serveApi(
  api: FastifyInstance,
  services: Services,
  options: AppOptions,
): Promise<void> {
  if (services.settings.apiOrigins.length > 0)
    await api.register(cors, {
      origin: services.settings.apiOrigins,
      // The plugin's default omits PATCH and DELETE.
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: ['retry-after'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-time-zone'],
    });
  await serveApiReference(api);
  serveErrorsPage(api);
  await registerBodyParsers(api);
  await api.register(cookie);
  setCacheHeaders(api);
  clearSiteDataOnSignOut(api);
  if (options.checkResponses) reportUndocumentedResponses(api);
  rejectUnknownCalls(api);
  api.addHook('preClose', async () => closeStreams());
  await registerCalls(api, {
    handlers: {
      ...configHandlers(services),
      ...cspReportHandlers(services),
      ...authHandlers(services),
      ...emailCodeHandlers(services),
      ...providerSignInHandlers(services),
      ...identityHandlers(services),
      ...passkeyHandlers(services),
      ...factorHandlers(services),
      ...factorResetHandlers(services),
      ...appleNoticeHandlers(services),
      ...signupHandlers(services),
      ...profileHandlers(services),
      ...credentialHandlers(services),
      ...billingHandlers(services),
      ...linkingHandlers(services),
      ...institutionsHandlers(services),
      ...accountsHandlers(services),
      ...transactionsHandlers(services),
      ...recurringHandlers(services),
      ...budgetHandlers(services),
      ...spendingHandlers(services),
      ...proofHandlers(services),
      ...stocksHandlers(services),
      ...networthHandlers(services),
      ...cryptoHandlers(services),
    },
    clock: services.clock,
    admission: createAdmission(services.settings.concurrencyLimits),
    database: services.database,
    identify: createAuthenticator(services),
    limitWrites: (userId) => services.rateLimiter.consume('write_user', userId),
    requireStepUp: (identity, stepUp, body) =>
      // The contract's schema has validated the body.
      requireStepUp(services, identity, stepUp, body as { password?: string } | undefined),
    demoOwner: createDemoUserResolver(services),
    checkResponses: options.checkResponses ?? false,
  });
}

function serveHealth(app: FastifyInstance, services: Services, isServing: () => boolean): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const reason = isServing() ? await services.database.findOutage(1_500) : 'stopping';
    if (reason === undefined) return { status: 'ready' };
    request.unavailableReason = reason;
    return reply.code(503).send({ status: 'not ready' });
  });
}

/** Statuses of requests that were denied to a user, an IP address, or a host. */
const denialStatuses = new Set([401, 403, 421, 429]);

/**
 * Logs one line per request: user, route, status, and duration. Never a query string. A denied request is counted, and
 * its line also has the error code and the client's IP address, as far as that may be logged. The line of a 503 has the
 * reason.
 */
function logRequests(app: FastifyInstance, { settings, metrics }: Services): void {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const { problemCode: code } = request;
    const isDenied =
      code !== undefined && (denialStatuses.has(statusCode) || code === 'bad_signature');
    if (isDenied) metrics.denials.inc({ code });
    const level = statusCode >= 500 ? 'error' : 'info';
    request.log[level]({
      event: 'request',
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      user_id: request.identity?.userId,
      ...(statusCode === 503 ? { reason: request.unavailableReason } : {}),
      ...(isDenied ? { code, ip: describeIp(request.ip, settings.activityIp) } : {}),
    });
  });
}
