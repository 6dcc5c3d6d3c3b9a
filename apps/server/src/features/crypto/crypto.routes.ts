import { formatMessage } from '@cairn/contract/text/copy';
import { listExchangeHistories } from '../../domain/balances/crypto-history.queries.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { createSignInCookie } from '../../platform/http/sign-in-cookie.ts';
import { Failure } from '../../platform/problem.ts';
import type { ExchangeProvider } from '../../platform/providers/exchange-provider.ts';
import type { Services } from '../../services.ts';
import { cryptoCopy } from './crypto.copy.ts';
import { cryptoDays } from './crypto-days.ts';
import { beginLink, finishLink, unlinkExchange } from './link-exchange.ts';
import { findLink } from './links.queries.ts';
import { createPortfolioReader } from './show-portfolio.ts';

type CryptoCalls =
  | 'GET /crypto/authorize-url'
  | 'POST /cb/code'
  | 'GET /cb'
  | 'GET /cb/portfolio'
  | 'GET /cb/history'
  | 'DELETE /cb';

/** Handlers for the crypto exchange: linking it, its portfolio, and unlinking it. */
export function cryptoHandlers(services: Services): Handlers<CryptoCalls> {
  const { database, clock } = services;
  const readPortfolio = createPortfolioReader(services);
  const cookie = createSignInCookie(services.settings.publicUrl, 'exchange');

  function requireExchange(): ExchangeProvider {
    if (services.exchange === null) throw new Failure('not_found', cryptoCopy.notConfigured);
    return services.exchange;
  }

  return {
    'GET /crypto/authorize-url': async ({ identity, request, reply }) => ({
      url: await beginLink(services, requireExchange(), identity, cookie.ensure(request, reply)),
    }),
    'POST /cb/code': async ({ identity, body, request, reply }) => {
      await finishLink(services, requireExchange(), identity, {
        ...body,
        browser: cookie.read(request),
      });
      cookie.clear(reply);
      return { linked: true };
    },
    'GET /cb': async ({ identity, owner }) => {
      const { key, name } = requireExchange();
      const link = await findLink(database, owner, key);
      if (link === undefined)
        throw new Failure('not_found', formatMessage(cryptoCopy.notLinked, { exchange: name }));
      const fetchedAt = owner === identity.userId ? link.fetched_at : clock.now();
      return {
        exchange: name,
        state: link.state,
        linked_at: link.linked_at.toISOString(),
        last_fetch: fetchedAt?.toISOString() ?? null,
        failed_at: link.failed_at?.toISOString() ?? null,
      };
    },
    'GET /cb/portfolio': ({ identity, owner }) =>
      // The demo's data is generated: no request goes to the exchange.
      readPortfolio(requireExchange(), owner, owner !== identity.userId),
    'GET /cb/history': async ({ owner }) => ({
      points: cryptoDays(await listExchangeHistories(database, owner)),
    }),
    'DELETE /cb': async ({ identity }) => {
      await unlinkExchange(services, requireExchange(), identity.userId);
      return null;
    },
  };
}
