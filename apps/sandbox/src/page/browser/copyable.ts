import { el, icon } from '../../look/browser/dom.ts';
import { say } from './press.ts';

const longestShown = 40;

/** A value with a button that copies it. */
export function copyable(name: string, value: string): HTMLElement {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      say(`Copied ${shortened(value)}.`);
    } catch {
      say(
        `This browser does not let the page copy the ${name}. Mark it and copy it yourself.`,
        true,
      );
    }
  };
  return el(
    'div',
    { class: 'copyable' },
    el('code', {}, value),
    el(
      'button',
      {
        class: 'button quiet',
        type: 'button',
        'aria-label': `Copy ${name} ${shortened(value)}`,
        onclick: copy,
      },
      icon('copy'),
    ),
  );
}

const shortened = (value: string): string =>
  value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
