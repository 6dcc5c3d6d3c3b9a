import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useIsPathUnchanged } from '../../../platform/browser/path-unchanged.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { scrimClass } from '../../../ui/overlay/dialog.tsx';
import { frameCopy } from '../frame.copy.ts';
import { isCurrentNavItem, useNavItems } from './nav-items.ts';

/** The navigation on a phone, which slides in from the left edge. */
export default function MobileMenu({
  pathname,
  onClose,
}: {
  pathname: string;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(true);
  const isSamePage = useIsPathUnchanged();
  const items = useNavItems();
  return (
    <Dialog.Root
      open={open && isSamePage}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup className="fixed inset-y-0 left-0 flex w-72 max-w-[calc(100vw-3rem)] flex-col overflow-y-auto border-r border-line bg-raised p-3 shadow-float outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="mb-2 flex items-center justify-between pl-3">
            <Dialog.Title className="text-base font-semibold">{frameCopy.menu}</Dialog.Title>
            <Dialog.Close render={<IconButton label={frameCopy.close} />}>
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label={frameCopy.mainNavigation}>
            <ul className="flex flex-col gap-0.5">
              {items.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    onClick={() => setOpen(false)}
                    aria-current={isCurrentNavItem(to, pathname) ? 'page' : undefined}
                    className={classNames(
                      'flex h-12 items-center rounded-control px-3 text-base font-medium',
                      isCurrentNavItem(to, pathname)
                        ? 'bg-accent-soft text-accent-strong'
                        : 'text-ink hover:bg-sunken',
                    )}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
