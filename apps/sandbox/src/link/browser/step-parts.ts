import { el } from '../../design/browser/dom.ts';
import type { Institution } from './bank-api.ts';

/** One step of the flow: its content, and the element to focus. */
export type Step = { content: HTMLElement; focus: HTMLElement };

/** A focusable heading: on steps without a field it takes the focus, so screen readers announce the step. */
export function heading(text: string): HTMLHeadingElement {
  return el('h1', { tabindex: -1 }, text);
}

/** A full-width button. */
export function button(text: string, onclick: () => void, kind = 'primary'): HTMLButtonElement {
  return el('button', { type: 'button', class: `button wide ${kind}`, onclick }, text);
}

/** A bank's logo, or its first letter, on the bank's color. */
export function badge(institution: Institution): HTMLElement {
  const container = el('span', { class: 'logo' });
  if (institution.primary_color) container.style.backgroundColor = institution.primary_color;
  if (institution.logo) {
    container.append(el('img', { src: `data:image/png;base64,${institution.logo}`, alt: '' }));
  } else {
    container.append(institution.name.slice(0, 1));
  }
  return container;
}
