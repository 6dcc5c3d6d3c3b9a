import { el, icon } from '../../look/browser/dom.ts';
import type { Institution } from './bank-calls.ts';
import { badge, button, heading, type Step } from './pieces.ts';

export function loading(words: string): Step {
  const said = el('p', { role: 'status', tabindex: -1, class: 'muted' }, words);
  return {
    content: el('div', { class: 'step centred' }, el('span', { class: 'spinner' }), said),
    focus: said,
  };
}

export function introduction(client: string, next: () => void): Step {
  const title = heading(`${client} uses the Cairn Sandbox to link your accounts`);
  const point = (picture: SVGSVGElement, name: string, words: string) =>
    el('li', {}, picture, el('div', {}, el('b', {}, name), el('p', { class: 'muted' }, words)));
  const content = el(
    'div',
    { class: 'step' },
    el(
      'div',
      { class: 'crest' },
      el('img', { src: '/assets/look/browser/mark.svg', alt: '', width: 56, height: 56 }),
    ),
    title,
    el(
      'ul',
      { class: 'points' },
      point(icon('spark'), 'Quick', 'Choose a bank, sign in, pick the accounts to share.'),
      point(icon('lock'), 'Private', `${client} never sees your user name or password.`),
      point(icon('bank'), 'A rehearsal', 'These banks are invented. No real account is touched.'),
    ),
    el('div', { class: 'foot' }, button('Continue', next)),
  );
  return { content, focus: title };
}

export function search(
  institutions: Institution[],
  told: {
    typed: (words: string, found: number) => void;
    chosen: (institution: Institution) => void;
  },
): Step {
  const input = el('input', {
    id: 'search',
    name: 'search',
    type: 'search',
    class: 'input',
    autocomplete: 'off',
    placeholder: 'Bank name',
  });
  const list = el('ul', { class: 'banks' });
  const status = el('p', { role: 'status', class: 'small muted' });

  const fitting = () => {
    const words = input.value.trim().toLocaleLowerCase();
    return institutions.filter((one) => one.name.toLocaleLowerCase().includes(words));
  };
  const draw = () => {
    const found = fitting();
    list.replaceChildren(
      ...found.map((one) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', class: 'bank', onclick: () => told.chosen(one) },
            badge(one),
            el('span', {}, one.name),
          ),
        ),
      ),
    );
    const words = input.value.trim();
    status.textContent =
      found.length === 0 ? `No bank is called “${words}”. Try another name.` : '';
  };
  input.addEventListener('input', () => {
    draw();
    told.typed(input.value.trim(), fitting().length);
  });
  const content = el(
    'div',
    { class: 'step', onkeydown: (event) => walk(event, input, list, fitting, told.chosen) },
    heading('Choose your bank'),
    el('div', { class: 'field' }, el('label', { for: 'search' }, 'Search for your bank'), input),
    status,
    list,
  );
  draw();
  return { content, focus: input };
}

/** Arrow keys go through the field and the banks below it; Enter in the field takes the first bank. */
function walk(
  event: Event,
  input: HTMLInputElement,
  list: HTMLElement,
  fitting: () => Institution[],
  choose: (institution: Institution) => void,
): void {
  if (!(event instanceof KeyboardEvent)) return;
  const [first] = fitting();
  if (event.key === 'Enter' && event.target === input && first) {
    event.preventDefault();
    choose(first);
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops: (Element | null)[] = [input, ...list.querySelectorAll('button')];
  const at = stops.indexOf(document.activeElement);
  const to = at + (event.key === 'ArrowDown' ? 1 : -1);
  const next = stops[Math.min(stops.length - 1, Math.max(0, to))];
  if (next instanceof HTMLElement) next.focus();
}

/** The inputs of a sign-in, and the box that shows the password. */
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
  const reveal = el('input', {
    type: 'checkbox',
    name: 'reveal',
    onchange: () => {
      password.type = reveal.checked ? 'text' : 'password';
    },
  });
  return { username, password, reveal };
}

/** The sign-in of a bank. `submit` answers through `refuse` with what was wrong. */
export function credentials(
  institution: Institution,
  updating: boolean,
  submit: (username: string, password: string, refuse: (words: string) => void) => Promise<void>,
): Step {
  const { username, password, reveal } = loginFields();
  const error = el('p', { id: 'login-error', role: 'alert', class: 'error' });
  const send = el('button', { type: 'submit', class: 'button primary wide' }, 'Continue');
  const say = (words: string) => {
    error.textContent = words;
    for (const input of [username, password]) {
      input.setAttribute('aria-invalid', String(words !== ''));
    }
  };
  const onsubmit = (event: Event) => {
    event.preventDefault();
    if (send.getAttribute('aria-busy') === 'true') return;
    const empty = [username, password].find((input) => input.value === '');
    if (empty) {
      say('Enter your username and password.');
      empty.focus();
      return;
    }
    say('');
    send.setAttribute('aria-busy', 'true');
    void submit(username.value, password.value, (words) => {
      send.setAttribute('aria-busy', 'false');
      say(words);
      password.focus();
      password.select();
    });
  };
  const content = el(
    'form',
    { class: 'step', novalidate: true, onsubmit },
    el('div', { class: 'crest' }, badge(institution)),
    heading(updating ? `Sign in to ${institution.name} again` : `Sign in to ${institution.name}`),
    el(
      'p',
      { class: 'hint small' },
      'To rehearse, use ',
      el('b', {}, 'user_good'),
      ' / ',
      el('b', {}, 'pass_good'),
    ),
    el('div', { class: 'field' }, el('label', { for: 'username' }, 'Username'), username),
    el('div', { class: 'field' }, el('label', { for: 'password' }, 'Password'), password),
    el('label', { class: 'choice small' }, reveal, 'Show password'),
    error,
    el('div', { class: 'foot' }, send),
  );
  return { content, focus: username };
}

export function failure(words: string, exit: () => void): Step {
  const title = heading('Something went wrong');
  const content = el(
    'div',
    { class: 'step centred' },
    title,
    el('p', { role: 'alert', class: 'muted' }, words),
    el('div', { class: 'foot' }, button('Exit', exit)),
  );
  return { content, focus: title };
}

export function confirmExit(told: { exit: () => void; stay: () => void }): Step {
  const title = heading('Leave before your bank is linked?');
  const content = el(
    'div',
    { class: 'step centred' },
    title,
    el('p', { class: 'muted' }, 'What you entered here is not kept.'),
    el(
      'div',
      { class: 'foot' },
      button('Keep going', told.stay),
      button('Exit', told.exit, 'danger'),
    ),
  );
  return { content, focus: title };
}
