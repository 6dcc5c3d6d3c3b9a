import { ChevronDown } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../platform/browser/chunk-loading.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { LazyInView } from '../ui/lazy-in-view.tsx';
import { screensCopy } from './screens.copy.ts';

const loadBelowFold = () => import('./dashboard-below-fold.tsx');

type BelowFoldCards = Awaited<ReturnType<typeof loadBelowFold>>;

const belowFold = (name: keyof BelowFoldCards): ComponentType =>
  lazy(() => loadChunk(async () => ({ default: (await loadBelowFold())[name] })));

const RecurringPreview = belowFold('RecurringPreview');
const BudgetPreview = belowFold('BudgetPreview');
const CashflowCard = belowFold('CashflowCard');

/** This month's budget, loaded when it is scrolled into view. */
export function Budget() {
  return (
    <BelowFold className="h-72">
      <BudgetPreview />
    </BelowFold>
  );
}

/** Income and spending by month, loaded when it is scrolled into view. */
export function Cashflow() {
  return (
    <BelowFold className="h-90">
      <CashflowCard />
    </BelowFold>
  );
}

/** Recurring payments, loaded when they are scrolled into view. */
export function Recurring() {
  return (
    <BelowFold className="h-210 md:h-114">
      <RecurringPreview />
    </BelowFold>
  );
}

/** Content whose code and data are loaded when it is scrolled into view. `className` sets its height. */
function BelowFold({ className, children }: { className: string; children: ReactNode }) {
  const placeholder = <Skeleton className={`rounded-card ${className}`} />;
  return (
    <LazyInView placeholder={placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </LazyInView>
  );
}

// In memory, so that going back to the dashboard finds it as it was.
let isMoreShown = false;

/** On a phone, the rest of the dashboard behind a button, so that the page starts short. */
export function ShowMore({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(isMoreShown);
  const content = useRef<HTMLDivElement>(null);
  const show = () => {
    isMoreShown = true;
    setShown(true);
    // The button disappears, so that its focus moves on to what it showed.
    requestAnimationFrame(() => content.current?.focus({ preventScroll: true }));
  };
  if (!shown)
    return (
      <Button variant="secondary" size="large" className="w-full" onClick={show}>
        {screensCopy.dashboardMore}
        <ChevronDown aria-hidden="true" className="size-4" />
      </Button>
    );
  return (
    <div ref={content} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {children}
    </div>
  );
}
