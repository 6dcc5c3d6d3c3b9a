import { el, requireElement } from '../../design/browser/dom.ts';
import type { RunAction } from './actions.ts';
import { type Exchange, fetchControl, postControl, type Quote } from './control-api.ts';
import { formValues } from './form-fields.ts';
import { pageCopy } from './page.copy.ts';

const copy = pageCopy.exchange;

/** A stock with its price. */
export function quoteChip({ symbol, price }: Quote): HTMLElement {
  return el(
    'li',
    { class: 'card' },
    el('b', {}, symbol),
    el('span', { class: 'number' }, `$${price.toFixed(2)}`),
  );
}

/** Connects the forms that set prices, rates, and holdings. An empty value removes the override. */
export function connectMarketForms(
  quotes: readonly Quote[],
  exchange: Exchange,
  runAction: RunAction,
): void {
  addOptions(
    '#quote-symbol',
    quotes.map(({ symbol }) => [symbol, symbol]),
  );
  addOptions(
    '#holder',
    exchange.people.map(({ username, full_name }) => [username, `${full_name} (${username})`]),
  );
  const codes = requireElement('#coins', HTMLDataListElement);
  codes.append(...Object.keys(exchange.rates).map((code) => el('option', { value: code })));

  onSubmit('#quote-form', ({ symbol = '', price }) =>
    price === undefined
      ? runAction(pageCopy.quotes.reset(symbol), () => postControl('quotes', { [symbol]: null }))
      : runAction(pageCopy.quotes.changed(symbol, price), () =>
          postControl('quotes', { [symbol]: Number(price) }),
        ),
  );
  onSubmit('#rate-form', ({ code = '', rate }) => {
    const coin = code.toUpperCase();
    if (rate === undefined)
      runAction(copy.rateReset(coin), () => postControl('exchange/rates', { [coin]: null }));
    else
      runAction(copy.rateChanged(rate, coin), () =>
        postControl('exchange/rates', { [coin]: rate }),
      );
  });
  onSubmit('#holding-form', ({ user = '', code = '', amount }) => {
    const coin = code.toUpperCase();
    const status =
      amount === undefined
        ? copy.holdingRemoved(user, coin)
        : copy.holdingChanged(user, amount, coin);
    runAction(status, () => setHolding(user, coin, amount));
  });
}

/** Sets or removes one holding. The call replaces all holdings, so it includes the others. */
async function setHolding(user: string, code: string, amount: string | undefined) {
  const { people } = await fetchControl<Exchange>('exchange');
  const holdings = people.find(({ username }) => username === user)?.holdings ?? [];
  const others = holdings.filter((holding) => holding.code !== code);
  const updated = amount === undefined ? others : [...others, { code, amount }];
  return postControl('exchange/holdings', { user, holdings: updated });
}

function addOptions(selector: string, options: readonly (readonly [string, string])[]): void {
  requireElement(selector, HTMLSelectElement).append(
    ...options.map(([value, label]) => el('option', { value }, label)),
  );
}

function onSubmit(selector: string, submit: (fields: Record<string, string>) => void): void {
  const form = requireElement(selector, HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(formValues(form));
  });
}
