import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { transactionsCopy } from '../transactions.copy.ts';

/** The placeholder while transactions load: a day's heading and its rows, or on a wide screen the rows of the table. */
export function ListPlaceholder() {
  return (
    <>
      <LoadingAnnouncement>{transactionsCopy.list.loading}</LoadingAnnouncement>
      <div className="h-7.25 border-b border-line bg-sunken lg:h-[33px] lg:bg-transparent" />
      {placeholderKeys(12).map((key) => (
        <div
          key={key}
          className="flex h-16.5 items-center gap-3 border-line px-4 not-last:border-b lg:h-11 lg:gap-4 lg:px-6"
        >
          <Skeleton className="hidden h-4 w-20 lg:block" />
          <Skeleton className="size-9 shrink-0 rounded-lg lg:ml-7 lg:size-7" />
          <span>
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-1.5 h-3 w-40 lg:hidden" />
          </span>
          <Skeleton className="ml-auto hidden h-4 w-[12%] lg:block" />
          <Skeleton className="ml-[5%] hidden h-4 w-[14%] lg:block" />
          <Skeleton className="ml-auto h-4 w-16 lg:ml-[8%]" />
        </div>
      ))}
    </>
  );
}
