import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** The classes of a popup. */
export const popupClass =
  'max-h-(--available-height) origin-(--transform-origin) rounded-xl border border-line bg-raised shadow-float outline-none transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0';

/** The classes of a row in a menu or a list of options. */
export const optionClass =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-sunken data-disabled:text-muted touch:min-h-11';

/** A menu with its trigger, which must be a button element. */
export function Menu({
  trigger,
  align = 'start',
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="outline-none">
          <Base.Popup className={classNames(popupClass, 'min-w-48 overflow-y-auto p-1.5')}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** An action in a menu. */
export function MenuItem({
  onSelect,
  disabled = false,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={optionClass}>
      {children}
    </Base.Item>
  );
}
