import { el } from '../../look/browser/dom.ts';

type Given = Parameters<typeof el>[1];

/** A labelled field; `wide` or `narrow` where it is not as wide as the others. */
export function field(label: string, control: HTMLElement, width = ''): HTMLElement {
  return el('div', { class: `field ${width}` }, el('label', { for: control.id }, label), control);
}

export function textField(id: string, label: string, given: Given = {}, width = ''): HTMLElement {
  return field(label, el('input', { class: 'input', id, autocomplete: 'off', ...given }), width);
}

export function choiceField(
  id: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  given: Given = {},
  width = '',
): HTMLElement {
  const select = el(
    'select',
    { class: 'input', id, ...given },
    ...options.map(([value, words]) => el('option', { value }, words)),
  );
  return field(label, select, width);
}

export function button(words: string, press: () => void, kind = ''): HTMLButtonElement {
  return el('button', { class: `button ${kind}`, type: 'button', onclick: press }, words);
}

/** A form in a row whose button does `submit` with the fields that are filled in, by name. */
export function rowForm(
  submit: (fields: Record<string, string>) => void,
  words: string,
  ...fields: HTMLElement[]
): HTMLFormElement {
  const form = el(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault();
        submit(fieldsOf(form));
      },
    },
    ...fields,
    el('button', { class: 'button', type: 'submit' }, words),
  );
  return form;
}

/** The filled-in fields of a form. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
