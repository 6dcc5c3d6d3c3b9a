import { ChevronDown } from 'lucide-react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../platform/browser/chunk-loading.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { LazyInView } from '../ui/lazy-in-view.tsx';
import type { LowerCard } from './dashboard-layout.ts';
import { screensCopy } from './screens.copy.ts';

const loadBelowFold = () => import('./dashboard-below-fold.tsx');
type BelowFold = Awaited<ReturnType<typeof loadBelowFold>>;

const BudgetPreview = lazy(() =>
  loadChunk(async () => ({ default: (await loadBelowFold()).BudgetPreview })),
);
const RecurringPreview = lazy(() =>
  loadChunk(async () => ({ default: (await loadBelowFold()).RecurringPreview })),
);
const CashflowCard = lazy(() =>
  loadChunk(async () => ({ default: (await loadBelowFold()).CashflowCard })),
);

/** Cards below the fold, one below the other. */
export function LowerCards({ cards }: { cards: readonly LowerCard[] }) {
  return cards.map((card) => <LazyCard key={card} card={card} />);
}

/** The last cards of a wide window: recurring payments, and the cash flow if it is one of them. */
export function LastRow({ cards }: { cards: readonly LowerCard[] }) {
  if (cards.length < 2) return <LowerCards cards={cards} />;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-12">
      {cards.map((card) => (
        <div
          key={card}
          className={`grid min-w-0 ${card === 'recurring' ? 'lg:col-span-8' : 'lg:col-span-4'}`}
        >
          <LazyCard
            card={card}
            cashflow={{ chartHeight: chartHeightBesideRecurring }}
            placeholderHeightClass={heightClasses.recurring}
          />
        </div>
      ))}
    </div>
  );
}

/** The chart height in px that makes the cash flow card as tall as the recurring card with five payments. */
const chartHeightBesideRecurring = 312;

/** A card whose code and data are loaded when it is scrolled into view. */
function LazyCard({
  card,
  cashflow = {},
  placeholderHeightClass = heightClasses[card],
}: {
  card: LowerCard;
  cashflow?: ComponentProps<BelowFold['CashflowCard']>;
  /** The Tailwind class of the height. */
  placeholderHeightClass?: string;
}) {
  const placeholder = <Skeleton className={`rounded-card ${placeholderHeightClass}`} />;
  return (
    <LazyInView placeholder={placeholder}>
      <Suspense fallback={placeholder}>
        {card === 'budget' && <BudgetPreview />}
        {card === 'recurring' && <RecurringPreview />}
        {card === 'cashflow' && <CashflowCard {...cashflow} />}
      </Suspense>
    </LazyInView>
  );
}

/** The Tailwind classes of the placeholders' heights. */
const heightClasses: Record<LowerCard, string> = {
  budget: 'h-72',
  recurring: 'h-210 md:h-120',
  cashflow: 'h-90',
};

// This is a module variable, so that the cards are still shown when the user returns to the dashboard.
let isMoreShown = false;

/** On a phone, hides the rest of the dashboard behind a button, so that the page is short at first. */
export function ShowMore({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(isMoreShown);
  const content = useRef<HTMLDivElement>(null);
  const show = () => {
    isMoreShown = true;
    setShown(true);
    // The button disappears, so the focus moves to the cards.
    requestAnimationFrame(() => content.current?.focus({ preventScroll: true }));
  };
  if (!isShown)
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
