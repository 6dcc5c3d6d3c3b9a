import { requireElement } from '../../design/browser/dom.ts';
import { pageCopy } from './page.copy.ts';

/** The JSON body that a `/control` call returns. */
export type ControlResponse = Record<string, unknown>;

/**
 * Runs an action, shows its status, and renders the page again.
 * `status`: the text to show on success, or a function that derives it from the response.
 */
export type RunAction = (
  status: string | ((response: ControlResponse) => string),
  action: () => Promise<ControlResponse>,
) => void;

/** Shows a status message, which screen readers announce. */
export function showStatus(text: string, isError = false): void {
  const status = requireElement('#status', HTMLElement);
  status.textContent = text;
  status.hidden = false;
  status.classList.toggle('good', !isError);
}

/** Creates the action runner of a page that `render` renders. An action is ignored while another action runs. */
export function createRunAction(render: () => Promise<void>): RunAction {
  let isBusy = false;
  const run = async (status: Parameters<RunAction>[0], action: () => Promise<ControlResponse>) => {
    if (isBusy) return;
    isBusy = true;
    try {
      const response = await action();
      showStatus(typeof status === 'string' ? status : status(response));
    } catch (error) {
      showStatus(error instanceof Error ? error.message : String(error), true);
    } finally {
      isBusy = false;
    }
    await render();
  };
  return (status, action) => void run(status, action);
}

/** Adds to a status text whether the app was notified by webhook. */
export function withWebhookResult(status: string): (response: ControlResponse) => string {
  const { appNotified, appNotNotified } = pageCopy.transactions;
  return ({ webhook_fired }) =>
    webhook_fired === true ? appNotified(status) : appNotNotified(status);
}

const focusable = 'button, input, select, summary';

/** Identifies a control across renders of its card. */
const identityOf = (control: Element): string =>
  [
    control.closest('[data-key]')?.getAttribute('data-key'),
    control.id || control.getAttribute('aria-label') || control.textContent,
  ].join(' ');

/**
 * Replaces the content of a list if its data changed. A list with a focused field is left alone; otherwise typed
 * values, open panels, and the focus survive.
 */
export function updateList(selector: string, data: unknown, content: () => Node[]): void {
  const container = requireElement(selector, HTMLElement);
  const serialized = JSON.stringify(data);
  if (container.dataset.source === serialized) return;
  if (container.dataset.source !== undefined && hasFocusedField(container)) return;
  container.dataset.source = serialized;
  replaceContent(container, content);
}

/** True if a field inside the container has the focus. */
export function hasFocusedField(container: HTMLElement): boolean {
  const active = document.activeElement;
  return active !== null && container.contains(active) && active.matches('input, select');
}

/** Replaces the content of a container and restores typed values, open panels, and the focus. */
export function replaceContent(container: HTMLElement, content: () => Node[]): void {
  const active = document.activeElement;
  const hasFocus = active !== null && container.contains(active);
  const restoreState = captureState(container);
  const key = hasFocus ? active.closest('[data-key]')?.getAttribute('data-key') : null;
  const focused = hasFocus ? identityOf(active) : null;
  container.replaceChildren(...content());
  restoreState();
  if (focused === null) return;
  const controls = [...container.querySelectorAll<HTMLElement>(focusable)];
  const same = controls.find((control) => identityOf(control) === focused);
  // The action may have removed its own button. The focus then stays within the card.
  const sibling = controls.find(
    (control) => control.closest('[data-key]')?.getAttribute('data-key') === key,
  );
  (same ?? sibling ?? controls[0])?.focus({ preventScroll: true });
}

/** Captures typed values and open panels. Returns a function that restores them. */
function captureState(container: HTMLElement): () => void {
  const fields = [...container.querySelectorAll<HTMLInputElement>('input[id], select[id]')].map(
    ({ id, value, checked }) => ({ id, value, checked }),
  );
  const openIds = [...container.querySelectorAll<HTMLDetailsElement>('details[id][open]')].map(
    ({ id }) => id,
  );
  const find = (id: string) => {
    const element = document.getElementById(id);
    return element !== null && container.contains(element) ? element : null;
  };
  return () => {
    for (const { id, value, checked } of fields) {
      const control = find(id);
      if (control instanceof HTMLInputElement) {
        control.value = value;
        control.checked = checked;
      } else if (control instanceof HTMLSelectElement && hasOption(control, value)) {
        control.value = value;
      }
    }
    for (const id of openIds) find(id)?.setAttribute('open', '');
  };
}

const hasOption = (select: HTMLSelectElement, value: string): boolean =>
  [...select.options].some((option) => option.value === value);
