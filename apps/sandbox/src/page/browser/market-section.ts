import { el, need } from '../../look/browser/dom.ts';
import { act, type Exchange, type Quote, read } from './control-calls.ts';
import { fieldsOf } from './fields.ts';
import type { Press } from './press.ts';

/** A stock with its price. */
export function quoteChip({ symbol, price }: Quote): HTMLElement {
  return el(
    'li',
    { class: 'card' },
    el('b', {}, symbol),
    el('span', { class: 'number' }, `$${price.toFixed(2)}`),
  );
}

/** The forms that set prices, rates and holdings. An empty value takes back what was set. */
export function wireMarketForms(quotes: readonly Quote[], exchange: Exchange, press: Press): void {
  offer(
    '#quote-symbol',
    quotes.map(({ symbol }) => [symbol, symbol]),
  );
  offer(
    '#holder',
    exchange.people.map(({ username, full_name }) => [username, `${full_name} (${username})`]),
  );
  const codes = need('#coins', HTMLDataListElement);
  codes.append(...Object.keys(exchange.rates).map((code) => el('option', { value: code })));

  onSubmit('#quote-form', ({ symbol = '', price }) =>
    price === undefined
      ? press(`${symbol} has its own price again.`, () => act('quotes', { [symbol]: null }))
      : press(`${symbol} costs $${price} now.`, () => act('quotes', { [symbol]: Number(price) })),
  );
  onSubmit('#rate-form', ({ code = '', rate }) => {
    const coin = code.toUpperCase();
    if (rate === undefined)
      press(`${coin} has the rate of the hour again.`, () =>
        act('exchange/rates', { [coin]: null }),
      );
    else press(`A dollar buys ${rate} ${coin} now.`, () => act('exchange/rates', { [coin]: rate }));
  });
  onSubmit('#holding-form', ({ user = '', code = '', amount }) => {
    const coin = code.toUpperCase();
    const words =
      amount === undefined ? `holds no ${coin} any more` : `holds ${amount} ${coin} now`;
    press(`${user} ${words}.`, () => hold(user, coin, amount));
  });
}

/** What somebody holds is set as a whole: the rest is said again. */
async function hold(user: string, code: string, amount: string | undefined) {
  const { people } = await read<Exchange>('exchange');
  const held = people.find(({ username }) => username === user)?.holdings ?? [];
  const others = held.filter((each) => each.code !== code);
  const holdings = amount === undefined ? others : [...others, { code, amount }];
  return act('exchange/holdings', { user, holdings });
}

function offer(selector: string, options: readonly (readonly [string, string])[]): void {
  need(selector, HTMLSelectElement).append(
    ...options.map(([value, words]) => el('option', { value }, words)),
  );
}

function onSubmit(selector: string, act: (fields: Record<string, string>) => void): void {
  const form = need(selector, HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(fieldsOf(form));
  });
}
