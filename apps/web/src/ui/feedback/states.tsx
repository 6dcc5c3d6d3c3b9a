import { formatMessage } from '@cairn/contract/text/copy';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTimeAgo } from '../../platform/formats/formats.ts';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { uiCopy } from '../ui.copy.ts';

/** Shown in place of content that doesn't exist; `action` is a button or link to get some. */
export function EmptyState({
  icon: Icon,
  title,
  action,
  className,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div
      className={classNames('flex flex-col items-center gap-2 px-4 py-10 text-center', className)}
    >
      {Icon && (
        <span className="mb-2 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        </span>
      )}
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="max-w-[46ch] text-pretty text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/**
 * An error with a Retry button. Without `since`, it replaces the data. With `since` (the timestamp of
 * the last successful response, in milliseconds), it is a banner above the data with the data's age.
 * `action` replaces Retry if retrying can't help.
 */
export function ErrorState({
  title,
  detail,
  since,
  retry,
  retrying = false,
  action,
  className,
}: {
  title: string;
  detail?: string | undefined;
  since?: number | undefined;
  retry?: (() => void) | undefined;
  retrying?: boolean;
  action?: ReactNode;
  className?: string;
}) {
  const button =
    action ||
    (retry && (
      <Button variant="secondary" size="small" busy={retrying} onClick={retry}>
        {uiCopy.retry}
      </Button>
    ));
  if (since !== undefined && since > 0) {
    return (
      <div
        role="alert"
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-attention-soft px-4 py-2.5',
          className,
        )}
      >
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-attention" />
        <p className="grow basis-60">
          <span className="font-medium">{title}</span>{' '}
          {formatMessage(uiCopy.staleData, { age: formatTimeAgo(since) })}
        </p>
        {button}
      </div>
    );
  }
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center gap-2 px-4 py-10 text-center', className)}
    >
      <CircleAlert aria-hidden="true" className="mb-1 size-8 text-danger" strokeWidth={1.75} />
      <p className="text-base font-semibold">{title}</p>
      {detail && <p className="max-w-[46ch] text-pretty text-muted">{detail}</p>}
      {button && <div className="mt-3">{button}</div>}
    </div>
  );
}

/**
 * The error of a query, if any: in place of its data, or as a banner above stale data. `subject`
 * names the data at the start of the sentence.
 */
export function QueryError({
  subject,
  query,
  bannerClass,
  placeholderClass,
}: {
  subject: string;
  query: {
    data: unknown;
    error: Error | null;
    isFetching: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  /** The class of a banner above stale data. */
  bannerClass: string;
  /** The class of an error in place of the data. */
  placeholderClass: string;
}) {
  if (query.error === null) return null;
  const hasData = query.data !== undefined;
  return (
    <ErrorState
      title={formatMessage(hasData ? uiCopy.couldNotUpdate : uiCopy.couldNotLoad, { subject })}
      detail={query.error.message}
      since={hasData ? query.dataUpdatedAt : undefined}
      className={hasData ? bannerClass : placeholderClass}
      retry={() => query.refetch()}
      retrying={query.isFetching}
    />
  );
}
