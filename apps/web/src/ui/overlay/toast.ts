import { uiCopy } from '../ui.copy.ts';

/** A short message that disappears by itself. */
export interface ToastMessage {
  /** A message replaces an earlier message with the same id. */
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'neutral' | 'danger';
  /** Milliseconds until it disappears; it stays while it is hovered or focused. */
  readonly timeout?: number;
  readonly action?: ToastAction;
}

/** A button on a message. */
interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
  /** `undo`: Ctrl+Z (on a Mac, Cmd+Z) presses it too, even while a dialog traps the focus. */
  readonly shortcut?: 'undo';
}

let renderToast: ((message: ToastMessage) => void) | undefined;
let queue: ToastMessage[] = [];
const listeners = new Set<() => void>();
let isViewportNeeded = false;

/** Shows a message, or queues it until the viewport is loaded. */
export function showToast(message: ToastMessage): void {
  if (renderToast) {
    renderToast(message);
    return;
  }
  queue.push(message);
  isViewportNeeded = true;
  for (const listener of listeners) listener();
}

/** Tells the user that the demo can't be changed. */
export function showReadOnlyToast(): void {
  showToast({
    id: 'read only',
    title: uiCopy.demo.notAvailable,
    description: uiCopy.demo.readOnly,
  });
}

/** True once a message has been queued, so that the viewport must be mounted. */
export function isToastViewportNeeded(): boolean {
  return isViewportNeeded;
}

/** Calls `listener` when a message is queued. Returns the function that unsubscribes. */
export function onToastQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers the viewport's renderer and renders queued messages. Returns the function that unregisters it. */
export function registerToastRenderer(renderer: (message: ToastMessage) => void): () => void {
  renderToast = renderer;
  for (const message of queue) renderer(message);
  queue = [];
  return () => {
    renderToast = undefined;
  };
}
