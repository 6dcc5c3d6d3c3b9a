import { el, icon } from '../../design/browser/dom.ts';
import type { Account, Institution } from './bank-api.ts';
import { linkCopy } from './link.copy.ts';
import { badge, button, heading, type Step } from './step-parts.ts';

/** Describes an account by its type and last digits. */
function describe(account: Account): string {
  const kind = account.subtype ?? account.type;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  return account.mask ? `${name} ••${account.mask}` : name;
}

/** Lists the accounts of a login to choose from. */
export function chooseAccounts(
  institution: Institution,
  accounts: Account[],
  chosen: string[],
  next: (ids: string[]) => void,
): Step {
  const title = heading(linkCopy.accounts.title);
  const checkboxes = accounts.map((account) =>
    el('input', {
      type: 'checkbox',
      name: 'account',
      value: account.id,
      checked: chosen.includes(account.id),
    }),
  );
  const error = el('p', { role: 'alert', class: 'error' });
  const rows = accounts.map((account, index) =>
    el(
      'li',
      {},
      el(
        'label',
        { class: 'account' },
        checkboxes[index],
        el(
          'span',
          {},
          el('b', {}, account.name),
          el('span', { class: 'muted small number' }, describe(account)),
        ),
      ),
    ),
  );
  const onsubmit = (event: Event) => {
    event.preventDefault();
    const ids = checkboxes.filter((checkbox) => checkbox.checked).map((checkbox) => checkbox.value);
    if (ids.length > 0) return next(ids);
    error.textContent = linkCopy.accounts.noneChosen;
    checkboxes[0]?.focus();
  };
  const content = el(
    'form',
    { class: 'step', onsubmit },
    el('div', { class: 'step-logo' }, badge(institution)),
    title,
    el('p', { class: 'muted' }, linkCopy.accounts.intro(institution.name)),
    el('ul', { class: 'accounts' }, ...rows),
    error,
    el(
      'div',
      { class: 'foot' },
      el('button', { type: 'submit', class: 'button primary wide' }, linkCopy.continue),
    ),
  );
  return { content, focus: title };
}

/** The consent step. `agree` reports an error through `onError`. */
export function consent(
  {
    client,
    products,
    accounts,
    isUpdate,
  }: { client: string; products: string[]; accounts: Account[]; isUpdate: boolean },
  agree: (onError: (message: string) => void) => Promise<void>,
): Step {
  const copy = linkCopy.consent;
  const title = heading(isUpdate ? copy.updateTitle(client) : copy.title(client));
  const error = el('p', { role: 'alert', class: 'error' });
  const submitButton = button(isUpdate ? copy.agree : copy.linkAccount, () => {
    if (submitButton.getAttribute('aria-busy') === 'true') return;
    error.textContent = '';
    submitButton.setAttribute('aria-busy', 'true');
    void agree((message) => {
      submitButton.setAttribute('aria-busy', 'false');
      error.textContent = message;
    });
  });
  const sharedData = [
    copy.accountNames,
    copy.balances,
    ...products.flatMap((product) => copy.products[product] ?? []),
  ];
  const content = el(
    'div',
    { class: 'step' },
    title,
    el(
      'ul',
      { class: 'ticks' },
      ...sharedData.map((text) => el('li', {}, icon('check'), el('span', {}, text))),
    ),
    el('h2', { class: 'small muted' }, copy.from(accounts.length)),
    el(
      'ul',
      { class: 'accounts' },
      ...accounts.map((account) =>
        el(
          'li',
          { class: 'account' },
          el(
            'span',
            {},
            el('b', {}, account.name),
            el('span', { class: 'muted small number' }, describe(account)),
          ),
        ),
      ),
    ),
    error,
    el(
      'div',
      { class: 'foot' },
      submitButton,
      el('p', { class: 'tiny muted' }, copy.unlinkHint(client)),
    ),
  );
  return { content, focus: title };
}

export function success(client: string, bank: string, done: () => void): Step {
  const title = heading(linkCopy.success.title);
  const content = el(
    'div',
    { class: 'step centered' },
    el('span', { class: 'tick' }, icon('check')),
    title,
    el('p', { class: 'muted', role: 'status' }, linkCopy.success.linked(bank, client)),
    el('div', { class: 'foot' }, button(linkCopy.done, done)),
  );
  return { content, focus: title };
}
