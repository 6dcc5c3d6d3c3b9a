import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { uiCopy } from '../ui.copy.ts';

export const scrimClass =
  'fixed inset-0 bg-scrim transition-opacity duration-200 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0';

/**
 * A modal dialog. It traps and restores focus, and closes with Escape or a press outside. On a phone
 * it opens at the bottom edge. With `titleHidden`, only screen readers get the title. Unless it is `dismissible`, only its
 * own buttons close it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  description,
  width = 'medium',
  dismissible = true,
  initialFocus,
  finalFocus,
  onClosed,
  children,
  footer,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the closing animation, when the dialog can be unmounted. */
  onClosed?: () => void;
  title: ReactNode;
  titleHidden?: boolean;
  description?: ReactNode;
  width?: 'small' | 'medium' | 'large';
  dismissible?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus when the dialog closes; by default, or for `true`, the previously focused element. */
  finalFocus?: () => HTMLElement | true;
  children?: ReactNode;
  /** Buttons at the bottom, the primary button last. */
  footer?: ReactNode;
}) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (next || dismissible) onOpenChange(next);
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Viewport className="fixed inset-0 grid grid-cols-1 items-end justify-items-center overflow-y-auto pt-8 sm:items-center sm:p-6">
          <Base.Popup
            data-modal
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus } : {})}
            className={classNames(
              'relative w-full rounded-t-2xl border border-line bg-raised shadow-float outline-none transition-[transform,opacity] duration-200 ease-out sm:rounded-2xl',
              'pb-[env(safe-area-inset-bottom)] data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:data-ending-style:translate-y-2 sm:data-starting-style:translate-y-2',
              widths[width],
            )}
          >
            <DialogHeader
              title={title}
              hidden={titleHidden}
              description={description}
              dismissible={dismissible}
            />
            {children && <div className="px-5 py-5 sm:px-6">{children}</div>}
            {footer && (
              <footer
                className={classNames(
                  'flex flex-col-reverse gap-2 px-5 pb-5 sm:flex-row sm:justify-end sm:px-6 sm:pb-6',
                  !children && 'pt-6',
                )}
              >
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function DialogHeader({
  title,
  hidden,
  description,
  dismissible,
}: {
  title: ReactNode;
  hidden: boolean;
  description: ReactNode;
  dismissible: boolean;
}) {
  return (
    <header className={hidden ? 'contents' : 'flex items-start gap-4 px-5 pt-5 sm:px-6'}>
      <div className={hidden ? 'sr-only' : 'grow pt-1'}>
        <Base.Title className="text-lg font-semibold">{title}</Base.Title>
        {description && (
          <Base.Description className="mt-1 text-muted">{description}</Base.Description>
        )}
      </div>
      {dismissible && (
        <Base.Close
          render={<IconButton label={uiCopy.close} />}
          className={hidden ? 'absolute top-3 right-3' : '-mr-2'}
        >
          <X aria-hidden="true" className="size-5" />
        </Base.Close>
      )}
    </header>
  );
}

const widths = { small: 'sm:max-w-105', medium: 'sm:max-w-130', large: 'sm:max-w-190' };
