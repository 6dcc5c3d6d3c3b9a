import Fastify, { type FastifyInstance } from 'fastify';
import { apple } from './apple/apple.ts';
import { type Clock, systemClock } from './clock.ts';
import { coinbase } from './coinbase/coinbase.ts';
import type { SandboxContext } from './context.ts';
import { controlPlugin } from './control/control.plugin.ts';
import { Faults } from './control/faults.ts';
import { injectFaults } from './control/inject-faults.ts';
import { assets } from './design/assets.ts';
import { google } from './google/google.ts';
import { link } from './link/link.ts';
import { Inbox } from './mail/inbox.ts';
import { mail } from './mail/mail.ts';
import { type MailServer, startMailServer } from './mail/mail-server.ts';
import { page } from './page/page.ts';
import { serveMerchantLogos } from './plaid/institutions/logos.ts';
import { advanceItemsDaily } from './plaid/items/advance-daily.ts';
import { Registry } from './plaid/items/registry.ts';
import { type Aggregator, plaidPlugin } from './plaid/plaid.plugin.ts';
import { SigningKey } from './plaid/webhooks/signing-key.ts';
import { Webhooks } from './plaid/webhooks/webhooks.ts';
import { quotes } from './quotes/quotes.ts';
import { logRequests, RequestLog } from './request-log.ts';
import { SANDBOX_SECRET, type SandboxSettings } from './settings.ts';
import { StateFile } from './state-file.ts';
import { stripe } from './stripe/stripe.ts';
import { rejectUnknownHosts } from './unknown-hosts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts the mail server and returns its port. The server closes with the app. */
    startMailServer(): Promise<number>;
  }
}

/** The limit is high, because a `user_custom` sends a whole person as JSON in the password. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Builds the sandbox with every provider, without listening. Tests pass their own clock. */
export async function buildSandbox(
  settings: SandboxSettings,
  clock: Clock = systemClock(settings.today),
): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  const mailServers: MailServer[] = [];
  const resetHandlers: ((seed: number | null) => void)[] = [];
  const context: SandboxContext = {
    settings,
    clock,
    stateFile: new StateFile(settings.dataDir),
    faults: new Faults(),
    log: new RequestLog(),
    onReset: (handler) => resetHandlers.push(handler),
  };
  const key = await SigningKey.open(context.stateFile, clock.now());
  const webhooks = new Webhooks(key, clock, context.stateFile);
  const aggregator: Aggregator = { context, registry: new Registry(context), webhooks, key };
  context.onReset(() => {
    webhooks.cancelScheduled();
    context.faults.clear();
    context.log.clear();
  });

  rejectUnknownHosts(app, settings.appUrl);
  allowEmptyJson(app);
  logRequests(app, context.log, () => clock.now());
  injectFaults(app, context.faults, ({ body }) => aggregator.registry.institutionOfRequest(body));
  app.get('/healthz', async () => ({ status: 'ok' }));

  serveMerchantLogos(app);
  await app.register(plaidPlugin, { aggregator, prefix: '/plaid' });
  await app.register(controlPlugin, {
    aggregator,
    reset: (seed) => {
      for (const handler of resetHandlers) handler(seed);
    },
    prefix: '/control',
  });
  await app.register(assets);
  await app.register(link, settings);
  await app.register(stripe, { ...context, appUrl: settings.appUrl, apiKey: SANDBOX_SECRET });
  const inbox = new Inbox();
  context.onReset(() => inbox.clear());
  await app.register(mail, { inbox });
  app.decorate('startMailServer', async () => {
    const mailServer = await startMailServer(inbox, settings.smtpPort, context.faults);
    mailServers.push(mailServer);
    return mailServer.port;
  });
  const providerOptions = { context, seed: () => aggregator.registry.currentSeed };
  await app.register(google, providerOptions);
  await app.register(apple, providerOptions);
  await app.register(quotes, providerOptions);
  await app.register(coinbase, providerOptions);
  await app.register(page, settings);

  advanceItemsDaily(app, aggregator);
  app.addHook('preClose', async () => webhooks.close());
  app.addHook('onClose', async () => {
    for (const mailServer of mailServers) await mailServer.close();
    await context.stateFile.save();
  });
  return app;
}

/** Parses an empty JSON body as an empty object. */
function allowEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else parse(request, body.toString(), done);
  });
}
