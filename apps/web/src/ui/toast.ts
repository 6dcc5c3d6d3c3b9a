/** A short message that passes by. */
export interface ToastMessage {
  /** One of the same id takes the place of the one before. */
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'neutral' | 'trouble';
  /** One thing to do about it. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

let show: ((message: ToastMessage) => void) | undefined;
let waiting: ToastMessage[] = [];
const wanted = new Set<() => void>();
let wantedOnce = false;

/** Shows a message. The part that draws it is loaded when the first one comes. */
export function showToast(message: ToastMessage): void {
  if (show) {
    show(message);
    return;
  }
  waiting.push(message);
  wantedOnce = true;
  for (const listener of wanted) listener();
}

/** Says that what was pressed would change something, which nobody can in demo mode. */
export function tellReadOnly(): void {
  showToast({
    id: 'read only',
    title: 'This is not available in demo mode',
    description: 'Nothing in the demo can be changed. Exit it to change your own.',
  });
}

/** Whether a message was ever shown, for who mounts the drawing part. */
export function isToastWanted(): boolean {
  return wantedOnce;
}

/** Calls back when the first message comes; answers how to stop. */
export function onToastWanted(listener: () => void): () => void {
  wanted.add(listener);
  return () => wanted.delete(listener);
}

/** The drawing part says how it shows a message, and gets those that waited for it. */
export function attachToasts(shower: (message: ToastMessage) => void): () => void {
  show = shower;
  for (const message of waiting) shower(message);
  waiting = [];
  return () => {
    show = undefined;
  };
}
