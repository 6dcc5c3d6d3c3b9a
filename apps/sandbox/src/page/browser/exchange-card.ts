import { el } from '../../design/browser/dom.ts';
import type { RunAction } from './actions.ts';
import { type ExchangeLink, postControl } from './control-api.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.exchange;
const maxListedHoldings = 6;

/** One link to the crypto exchange, with buttons that expire or revoke its access. */
export function exchangeCard(link: ExchangeLink, runAction: RunAction): HTMLElement {
  const { user, revoked, renewals } = link;
  const [label, kind] = stateOf(link);
  const button = (text: string, status: string, how: string) =>
    el(
      'button',
      {
        class: 'button',
        type: 'button',
        onclick: () => runAction(status, () => postControl('exchange/access', { user, how })),
      },
      text,
    );
  return el(
    'article',
    { class: 'card item', 'data-key': link.id },
    el(
      'div',
      { class: 'item-head' },
      el(
        'div',
        {},
        el('h3', {}, user),
        el('p', { class: 'muted small number' }, holdingsText(link.holdings)),
        el('p', { class: 'muted small' }, copy.renewals(renewals)),
      ),
      el('span', { class: `state ${kind}` }, label),
    ),
    revoked
      ? null
      : el(
          'div',
          { class: 'buttons' },
          button(copy.expireAccess, copy.accessExpired, 'expire'),
          button(copy.revokeAccess, copy.accessRevoked, 'revoke'),
        ),
  );
}

function stateOf(link: ExchangeLink): [label: string, kind: string] {
  if (link.revoked) return [copy.revoked, 'attention'];
  const isExpired = Date.parse(link.access_expires_at) <= Date.now();
  return isExpired ? [copy.expired, 'attention'] : [copy.linked, 'good'];
}

function holdingsText(holdings: ExchangeLink['holdings']): string {
  if (holdings.length === 0) return copy.noHoldings;
  const listed = holdings
    .slice(0, maxListedHoldings)
    .map(({ code, amount }) => `${amount} ${code}`)
    .join(', ');
  const more = holdings.length - maxListedHoldings;
  return more > 0 ? copy.holdingsAndMore(listed, more) : listed;
}
