import { el, icon } from '../../design/browser/dom.ts';
import { showStatus } from './actions.ts';
import { pageCopy } from './page.copy.ts';

const maxLength = 40;

/** A value with a copy button. `name` names the value within a sentence. */
export function copyableValue(name: string, value: string): HTMLElement {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showStatus(pageCopy.copy.done(truncate(value)));
    } catch {
      showStatus(pageCopy.copy.failed(name), true);
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
        'aria-label': pageCopy.copy.label(name, truncate(value)),
        onclick: copy,
      },
      icon('copy'),
    ),
  );
}

const truncate = (value: string): string =>
  value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
