import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon, MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';

type Kind = 'success' | 'error' | 'mail' | 'notice';

const styles: Record<Kind, { icon: LucideIcon; className: string }> = {
  success: { icon: CircleCheck, className: 'bg-money-in-soft text-money-in' },
  error: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  notice: { icon: CircleSlash, className: 'bg-sunken text-muted' },
  mail: { icon: MailCheck, className: 'bg-accent-soft text-accent' },
};

/**
 * The result of a form or of a wait, shown in place of it. It takes the focus, so that the keyboard and
 * screen readers continue there.
 */
export function EntryOutcome({
  kind,
  title,
  actions,
  children,
}: {
  kind: Kind;
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { icon: Icon, className } = styles[kind];
  return (
    <div className="rise-in text-center">
      <span
        className={classNames('mx-auto grid size-12 place-items-center rounded-full', className)}
      >
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-lg font-semibold text-balance">
        {title}
      </h1>
      {children && (
        <div className="mt-2 flex flex-col gap-2 text-pretty text-muted">{children}</div>
      )}
      {actions && <div className="mt-6 flex flex-col gap-2">{actions}</div>}
    </div>
  );
}

/** Shown while waiting for an `EntryOutcome`. */
export function EntryWait({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="text-center">
      <span className="mx-auto grid size-12 place-items-center rounded-full bg-sunken text-muted">
        <Spinner label={title} />
      </span>
      <h1 className="mt-4 text-lg font-semibold text-balance">{title}</h1>
      {children && <p className="mt-2 text-pretty text-muted">{children}</p>}
    </div>
  );
}
