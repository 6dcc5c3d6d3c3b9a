import { need } from '../../look/browser/dom.ts';

/** What the sandbox answers to something that was done. */
export type Answer = Record<string, unknown>;

/**
 * What the page does when a button was pressed: does it, says what came of it, and draws everything anew.
 * `said`: the words, or what makes them of the answer.
 */
export type Press = (
  said: string | ((answer: Answer) => string),
  doing: () => Promise<Answer>,
) => void;

/** Says what came of something, for the eye and for a screen reader. */
export function say(words: string, failed = false): void {
  const said = need('#said', HTMLElement);
  said.textContent = words;
  said.hidden = false;
  said.classList.toggle('good', !failed);
}

/** Makes the press of a page that `draw` draws anew. While one is under way another is not begun. */
export function makePress(draw: () => Promise<void>): Press {
  let busy = false;
  const press = async (said: Parameters<Press>[0], doing: () => Promise<Answer>) => {
    if (busy) return;
    busy = true;
    try {
      const answer = await doing();
      say(typeof said === 'string' ? said : said(answer));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true);
    } finally {
      busy = false;
    }
    await draw();
  };
  return (said, doing) => void press(said, doing);
}

/** What became of new or changed rows, and whether the app was told. */
export function told(what: string): (answer: Answer) => string {
  return ({ webhook_fired }) =>
    webhook_fired === true
      ? `${what} The app was told by webhook.`
      : `${what} No webhook was sent: nothing changed, or the app has not synced this bank yet.`;
}

const controls = 'button, input, select, summary';

/** What a control is known by when its card is drawn anew. */
const placeOf = (control: Element): string =>
  [
    control.closest('[data-key]')?.getAttribute('data-key'),
    control.id || control.getAttribute('aria-label') || control.textContent,
  ].join(' ');

/**
 * Replaces what a list shows, but only when it differs. What is being typed in stays as it is; else what was
 * typed, what is open and where the keyboard is are the same afterwards.
 */
export function fill(selector: string, source: unknown, content: () => Node[]): void {
  const place = need(selector, HTMLElement);
  const text = JSON.stringify(source);
  if (place.dataset.source === text) return;
  if (place.dataset.source !== undefined && isTypedIn(place)) return;
  place.dataset.source = text;
  replace(place, content);
}

/** Whether somebody is at a field of the place just now. */
export function isTypedIn(place: HTMLElement): boolean {
  const active = document.activeElement;
  return active !== null && place.contains(active) && active.matches('input, select');
}

/** Replaces what a place shows, with what was typed, what is open and where the keyboard is as they were. */
export function replace(place: HTMLElement, content: () => Node[]): void {
  const active = document.activeElement;
  const inside = active !== null && place.contains(active);
  const putBack = remember(place);
  const key = inside ? active.closest('[data-key]')?.getAttribute('data-key') : null;
  const focus = inside ? placeOf(active) : null;
  place.replaceChildren(...content());
  putBack();
  if (focus === null) return;
  const all = [...place.querySelectorAll<HTMLElement>(controls)];
  const same = all.find((control) => placeOf(control) === focus);
  // The button that was pressed may be gone with what it did: the keyboard stays at its card.
  const beside = all.find(
    (control) => control.closest('[data-key]')?.getAttribute('data-key') === key,
  );
  (same ?? beside ?? all[0])?.focus({ preventScroll: true });
}

/** Notes what was typed and opened in a place; answers what puts it back. */
function remember(place: HTMLElement): () => void {
  const typed = [...place.querySelectorAll<HTMLInputElement>('input[id], select[id]')].map(
    ({ id, value, checked }) => ({ id, value, checked }),
  );
  const open = [...place.querySelectorAll<HTMLDetailsElement>('details[id][open]')].map(
    ({ id }) => id,
  );
  const find = (id: string) => {
    const found = document.getElementById(id);
    return found !== null && place.contains(found) ? found : null;
  };
  return () => {
    for (const { id, value, checked } of typed) {
      const control = find(id);
      if (control instanceof HTMLInputElement) {
        control.value = value;
        control.checked = checked;
      } else if (control instanceof HTMLSelectElement && hasOption(control, value)) {
        control.value = value;
      }
    }
    for (const id of open) find(id)?.setAttribute('open', '');
  };
}

const hasOption = (select: HTMLSelectElement, value: string): boolean =>
  [...select.options].some((option) => option.value === value);
