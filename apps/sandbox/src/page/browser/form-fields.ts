import { el } from '../../design/browser/dom.ts';

type Attributes = Parameters<typeof el>[1];

/** A labeled field. `width` is `wide`, `narrow`, or empty for the default. */
export function field(label: string, control: HTMLElement, width = ''): HTMLElement {
  return el('div', { class: `field ${width}` }, el('label', { for: control.id }, label), control);
}

export function textField(
  id: string,
  label: string,
  attributes: Attributes = {},
  width = '',
): HTMLElement {
  return field(
    label,
    el('input', { class: 'input', id, autocomplete: 'off', ...attributes }),
    width,
  );
}

export function selectField(
  id: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
  attributes: Attributes = {},
  width = '',
): HTMLElement {
  const select = el(
    'select',
    { class: 'input', id, ...attributes },
    ...options.map(([value, label]) => el('option', { value }, label)),
  );
  return field(label, select, width);
}

export function button(label: string, onclick: () => void, kind = ''): HTMLButtonElement {
  return el('button', { class: `button ${kind}`, type: 'button', onclick }, label);
}

/** A one-row form. Its button calls `submit` with the non-empty fields by name. */
export function rowForm(
  submit: (values: Record<string, string>) => void,
  label: string,
  ...fields: HTMLElement[]
): HTMLFormElement {
  const form = el(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault();
        submit(formValues(form));
      },
    },
    ...fields,
    el('button', { class: 'button', type: 'submit' }, label),
  );
  return form;
}

/** Returns the non-empty fields of a form by name, trimmed. */
export function formValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
