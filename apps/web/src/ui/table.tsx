import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A table with a caption for screen readers. Wide tables scroll inside their container. */
export function Table({
  caption,
  containerClass,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: string; containerClass?: string }) {
  return (
    <div className={classNames('overflow-x-auto', containerClass)}>
      <table className={classNames('w-full border-collapse text-left', className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

const cellClass = 'px-3 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6';

/** A column heading; `numeric` aligns it to the right. */
export function HeadCell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={classNames(
        cellClass,
        'border-b border-line py-2.5 text-xs font-medium whitespace-nowrap text-muted',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  );
}

/** A table cell; `numeric` aligns it to the right and uses tabular figures. */
export function Cell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={classNames(cellClass, 'py-3', numeric && 'figures text-right', className)}
      {...rest}
    />
  );
}

/** A table row with a hairline below it. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={classNames('not-last:border-b border-line transition-colors', className)}
      {...rest}
    />
  );
}
