import { Fragment, useState } from 'react';
import {
  setSingleKeyShortcuts,
  useSingleKeyShortcuts,
} from '../../../platform/browser/single-key-shortcuts.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { frameCopy } from '../frame.copy.ts';
import { listShortcuts } from './shortcut-list.ts';

const copy = frameCopy.shortcuts;

/** The keyboard shortcuts, and a switch for single-character shortcuts. Mounted while open. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const areSingleKeysOn = useSingleKeyShortcuts();
  const groups = listShortcuts(/mac|iphone|ipad/i.test(navigator.userAgent));
  return (
    <Dialog title={copy.title} open={open} onOpenChange={setOpen} onClosed={onClose}>
      <div className="flex flex-col gap-5">
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-xs font-medium text-muted">{title}</h3>
            <dl className="mt-1 divide-y divide-line">
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className="flex items-center justify-between gap-4 py-2">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 gap-1.5">
                    {keys.map((pressed) => (
                      <Keys key={pressed.join()} keys={pressed} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={copy.singleKeys}
          note={copy.singleKeysNote}
          checked={areSingleKeysOn}
          onChange={setSingleKeyShortcuts}
        />
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className="text-muted">+</span>}
          <kbd className="inline-grid h-6 min-w-6 place-items-center rounded border border-line bg-sunken px-1.5 font-sans text-xs font-medium">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
