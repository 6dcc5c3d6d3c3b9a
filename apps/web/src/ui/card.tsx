import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** The classes of a card, for elements other than `Card`. */
export const cardClass = 'rounded-card border border-line bg-surface shadow-card';

/** A card. With `title`, it is a section labeled by its heading. */
export function Card({
  title,
  action,
  className,
  bodyClass,
  children,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode;
  /** Shown at the end of the heading's line. */
  action?: ReactNode;
  bodyClass?: string;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : heading}
      className={classNames(cardClass, className)}
      {...rest}
    >
      {title !== undefined && (
        <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 pt-4 sm:px-6">
          <h2 id={heading} className="text-base font-semibold">
            {title}
          </h2>
          {action}
        </header>
      )}
      <div className={bodyClass ?? 'p-5 sm:p-6'}>{children}</div>
    </section>
  );
}
