import { frameCopy } from '../frame.copy.ts';

interface Shortcut {
  /** What the shortcut does. */
  readonly label: string;
  /** Its key combinations, such as one combination per direction. The keys of a combination are pressed together. */
  readonly keys: readonly (readonly string[])[];
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const copy = frameCopy.shortcuts;
const { keys } = copy;

/** The keyboard shortcuts of the app, with the names that this device's keys have. */
export function listShortcuts(isMac: boolean): readonly ShortcutGroup[] {
  return [
    {
      title: copy.anywhere,
      shortcuts: [
        { label: copy.find, keys: [[isMac ? keys.command : keys.control, 'K']] },
        { label: copy.undo, keys: [[isMac ? keys.command : keys.control, 'Z']] },
        { label: copy.show, keys: [['?']] },
        { label: copy.close, keys: [[keys.escape]] },
      ],
    },
    {
      title: copy.lists,
      shortcuts: [
        { label: copy.search, keys: [['/']] },
        { label: copy.choose, keys: [[keys.enter]] },
        { label: copy.move, keys: [[keys.up], [keys.down]] },
      ],
    },
    {
      title: copy.transaction,
      shortcuts: [{ label: copy.neighbor, keys: [[keys.left], [keys.right]] }],
    },
    {
      title: copy.charts,
      shortcuts: [
        { label: copy.point, keys: [[keys.left], [keys.right]] },
        { label: copy.week, keys: [[keys.pageUp], [keys.pageDown]] },
        { label: copy.ends, keys: [[keys.home], [keys.end]] },
      ],
    },
  ];
}
