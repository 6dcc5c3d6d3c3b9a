import { el } from '../../look/browser/dom.ts';
import { act, type ExchangeLink } from './control-calls.ts';
import type { Press } from './press.ts';

const shown = 6;

/** One consent at the crypto exchange, with what can befall it. */
export function exchangeCard(link: ExchangeLink, press: Press): HTMLElement {
  const { user, revoked, renewals, holdings } = link;
  const first = holdings.slice(0, shown).map(({ code, amount }) => `${amount} ${code}`);
  const more = holdings.length > shown ? [`and ${holdings.length - shown} more`] : [];
  const expired = Date.parse(link.access_expires_at) <= Date.now();
  const [words, kind] = revoked
    ? ['Ended', 'attention']
    : expired
      ? ['Access has run out', 'attention']
      : ['Linked', 'good'];
  const button = (label: string, said: string, how: string) =>
    el(
      'button',
      {
        class: 'button',
        type: 'button',
        onclick: () => press(said, () => act('exchange/access', { user, how })),
      },
      label,
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
        el('p', { class: 'muted small number' }, [...first, ...more].join(', ') || 'Holds nothing'),
        el('p', { class: 'muted small' }, `Tokens renewed ${renewals} times`),
      ),
      el('span', { class: `state ${kind}` }, words),
    ),
    revoked
      ? null
      : el(
          'div',
          { class: 'buttons' },
          button('Let access run out', 'The app has to renew its token now.', 'expire'),
          button('End access', 'The app has to be linked again.', 'revoke'),
        ),
  );
}
