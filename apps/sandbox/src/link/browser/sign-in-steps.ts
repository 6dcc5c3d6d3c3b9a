import { el, icon } from '../../design/browser/dom.ts';
import type { Institution } from './bank-api.ts';
import { linkCopy } from './link.copy.ts';
import { badge, button, heading, type Step } from './step-parts.ts';

export function loading(text: string): Step {
  const status = el('p', { role: 'status', tabindex: -1, class: 'muted' }, text);
  return {
    content: el('div', { class: 'step centered' }, el('span', { class: 'spinner' }), status),
    focus: status,
  };
}

export function introduction(client: string, next: () => void): Step {
  const copy = linkCopy.intro;
  const title = heading(copy.title(client));
  const point = (image: SVGSVGElement, name: string, text: string) =>
    el('li', {}, image, el('div', {}, el('b', {}, name), el('p', { class: 'muted' }, text)));
  const content = el(
    'div',
    { class: 'step' },
    el(
      'div',
      { class: 'step-logo' },
      el('img', { src: '/assets/design/browser/mark.svg', alt: '', width: 56, height: 56 }),
    ),
    title,
    el(
      'ul',
      { class: 'points' },
      point(icon('spark'), copy.quick, copy.quickText),
      point(icon('lock'), copy.private, copy.privateText(client)),
      point(icon('bank'), copy.test, copy.testText),
    ),
    el('div', { class: 'foot' }, button(linkCopy.continue, next)),
  );
  return { content, focus: title };
}

export function search(
  institutions: Institution[],
  handlers: {
    onSearch: (query: string, matchCount: number) => void;
    onChoose: (institution: Institution) => void;
  },
): Step {
  const input = el('input', {
    id: 'search',
    name: 'search',
    type: 'search',
    class: 'input',
    autocomplete: 'off',
    placeholder: linkCopy.search.placeholder,
  });
  const list = el('ul', { class: 'banks' });
  const status = el('p', { role: 'status', class: 'small muted' });

  const findMatches = () => {
    const query = input.value.trim().toLocaleLowerCase();
    return institutions.filter(({ name }) => name.toLocaleLowerCase().includes(query));
  };
  const render = () => {
    const matches = findMatches();
    list.replaceChildren(
      ...matches.map((institution) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', class: 'bank', onclick: () => handlers.onChoose(institution) },
            badge(institution),
            el('span', {}, institution.name),
          ),
        ),
      ),
    );
    status.textContent = matches.length === 0 ? linkCopy.search.noMatch(input.value.trim()) : '';
  };
  input.addEventListener('input', () => {
    render();
    handlers.onSearch(input.value.trim(), findMatches().length);
  });
  const content = el(
    'div',
    {
      class: 'step',
      onkeydown: (event) => handleKeys(event, input, list, findMatches, handlers.onChoose),
    },
    heading(linkCopy.search.title),
    el('div', { class: 'field' }, el('label', { for: 'search' }, linkCopy.search.label), input),
    status,
    list,
  );
  render();
  return { content, focus: input };
}

/** Arrow keys move between the field and the banks below it. Enter in the field chooses the first bank. */
function handleKeys(
  event: Event,
  input: HTMLInputElement,
  list: HTMLElement,
  findMatches: () => Institution[],
  choose: (institution: Institution) => void,
): void {
  if (!(event instanceof KeyboardEvent)) return;
  const [first] = findMatches();
  if (event.key === 'Enter' && event.target === input && first) {
    event.preventDefault();
    choose(first);
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const focusTargets: (Element | null)[] = [input, ...list.querySelectorAll('button')];
  const index = focusTargets.indexOf(document.activeElement);
  const target = index + (event.key === 'ArrowDown' ? 1 : -1);
  const next = focusTargets[Math.min(focusTargets.length - 1, Math.max(0, target))];
  if (next instanceof HTMLElement) next.focus();
}

/** The inputs of the sign-in form, and the checkbox that shows the password. */
function loginFields() {
  const username = el('input', {
    id: 'username',
    name: 'username',
    class: 'input',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-describedby': 'login-error',
  });
  const password = el('input', {
    id: 'password',
    name: 'password',
    type: 'password',
    class: 'input',
    autocomplete: 'off',
    'aria-describedby': 'login-error',
  });
  const showPassword = el('input', {
    type: 'checkbox',
    name: 'showPassword',
    onchange: () => {
      password.type = showPassword.checked ? 'text' : 'password';
    },
  });
  return { username, password, showPassword };
}

/** The sign-in form of a bank. `submit` reports an error through `onError`. */
export function credentials(
  institution: Institution,
  isUpdate: boolean,
  submit: (username: string, password: string, onError: (message: string) => void) => Promise<void>,
): Step {
  const copy = linkCopy.credentials;
  const { username, password, showPassword } = loginFields();
  const error = el('p', { id: 'login-error', role: 'alert', class: 'error' });
  const submitButton = el(
    'button',
    { type: 'submit', class: 'button primary wide' },
    linkCopy.continue,
  );
  const showError = (message: string) => {
    error.textContent = message;
    for (const input of [username, password]) {
      input.setAttribute('aria-invalid', String(message !== ''));
    }
  };
  const onsubmit = (event: Event) => {
    event.preventDefault();
    if (submitButton.getAttribute('aria-busy') === 'true') return;
    const empty = [username, password].find((input) => input.value === '');
    if (empty) {
      showError(copy.missing);
      empty.focus();
      return;
    }
    showError('');
    submitButton.setAttribute('aria-busy', 'true');
    void submit(username.value, password.value, (message) => {
      submitButton.setAttribute('aria-busy', 'false');
      showError(message);
      password.focus();
      password.select();
    });
  };
  const content = el(
    'form',
    { class: 'step', novalidate: true, onsubmit },
    el('div', { class: 'step-logo' }, badge(institution)),
    heading(isUpdate ? copy.updateTitle(institution.name) : copy.title(institution.name)),
    el(
      'p',
      { class: 'hint small' },
      copy.testLogin,
      ' ',
      el('b', {}, 'user_good'),
      ' / ',
      el('b', {}, 'pass_good'),
    ),
    el('div', { class: 'field' }, el('label', { for: 'username' }, copy.username), username),
    el('div', { class: 'field' }, el('label', { for: 'password' }, copy.password), password),
    el('label', { class: 'choice small' }, showPassword, copy.showPassword),
    error,
    el('div', { class: 'foot' }, submitButton),
  );
  return { content, focus: username };
}

export function failure(message: string, exit: () => void): Step {
  const title = heading(linkCopy.failure.title);
  const content = el(
    'div',
    { class: 'step centered' },
    title,
    el('p', { role: 'alert', class: 'muted' }, message),
    el('div', { class: 'foot' }, button(linkCopy.exit, exit)),
  );
  return { content, focus: title };
}

export function confirmExit(handlers: { exit: () => void; stay: () => void }): Step {
  const title = heading(linkCopy.confirmExit.title);
  const content = el(
    'div',
    { class: 'step centered' },
    title,
    el('p', { class: 'muted' }, linkCopy.confirmExit.text),
    el(
      'div',
      { class: 'foot' },
      button(linkCopy.confirmExit.stay, handlers.stay),
      button(linkCopy.exit, handlers.exit, 'danger'),
    ),
  );
  return { content, focus: title };
}
