import { el } from '../../look/browser/dom.ts';
import type { Institution } from './bank-calls.ts';

/** One step on the panel: what to show, and what gets the focus. */
export type Step = { content: HTMLElement; focus: HTMLElement };

/** Headings take the focus where no field does, so that a screen reader says where one is. */
export function heading(words: string): HTMLHeadingElement {
  return el('h1', { tabindex: -1 }, words);
}

/** A button as wide as the panel. */
export function button(words: string, onclick: () => void, kind = 'primary'): HTMLButtonElement {
  return el('button', { type: 'button', class: `button wide ${kind}`, onclick }, words);
}

/** A bank's logo on its colour, or its first letter. */
export function badge(institution: Institution): HTMLElement {
  const holder = el('span', { class: 'logo' });
  if (institution.primary_color) holder.style.backgroundColor = institution.primary_color;
  if (institution.logo) {
    holder.append(el('img', { src: `data:image/png;base64,${institution.logo}`, alt: '' }));
  } else {
    holder.append(institution.name.slice(0, 1));
  }
  return holder;
}
