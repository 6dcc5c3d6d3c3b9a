import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/**
 * A heading that expands and collapses its content. Collapsed content is hidden from the keyboard
 * and screen readers. `aside` is shown at the end of the heading's line, outside its button.
 */
export function Disclosure({
  open,
  onOpenChange,
  heading,
  headingClass,
  aside,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  heading: ReactNode;
  headingClass: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <div className="flex items-center">
        <h3 className="min-w-0 grow">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => onOpenChange(!open)}
            className={classNames(
              'group flex min-h-12 w-full items-center gap-2 py-2.5 text-left transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2',
              headingClass,
            )}
          >
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 -rotate-90 text-muted transition-transform duration-200 group-aria-expanded:rotate-0"
            />
            {heading}
          </button>
        </h3>
        {aside}
      </div>
      <div
        id={id}
        className={classNames(
          'grid transition-[grid-template-rows,visibility] duration-200 ease-out',
          open ? 'grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-hidden">{children}</div>
      </div>
    </>
  );
}
