import { el, requireElement } from '../../design/browser/dom.ts';
import type { Bank, Person } from './control-api.ts';
import { copyableValue } from './copyable-value.ts';
import { pageCopy } from './page.copy.ts';

/** Renders the people to sign in as and the banks to link. */
export function renderPeopleAndBanks(people: readonly Person[], banks: readonly Bank[]): void {
  requireElement('#person-list', HTMLElement).replaceChildren(...people.map(personCard));
  requireElement('#bank-list', HTMLElement).replaceChildren(...banks.map(bankChip));
}

function personCard(person: Person): HTMLElement {
  return el(
    'li',
    { class: 'card person' },
    el('h3', {}, person.full_name),
    el('p', { class: 'muted small' }, person.description),
    el(
      'div',
      { class: 'keys' },
      copyableValue(pageCopy.copy.username, person.username),
      copyableValue(pageCopy.copy.password, person.password),
    ),
  );
}

function bankChip(bank: Bank): HTMLElement {
  return el(
    'li',
    { class: 'card' },
    el('img', { src: `data:image/png;base64,${bank.logo}`, alt: '', width: 32, height: 32 }),
    el('span', {}, bank.name),
    el('code', { class: 'muted tiny' }, bank.institution_id),
  );
}
