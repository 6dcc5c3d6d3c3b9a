import { DoorOpen, Eye, HandCoins, KeyRound, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSubscription } from '../../features/billing/billing.api.ts';
import { planPrices } from '../../features/billing/payment-link.ts';
import { SubscriptionNote } from '../../features/billing/subscription-note.tsx';
import { hasFullAccess } from '../../features/billing/subscription-summary.ts';
import { paths } from '../../paths.ts';
import dashboardDark from '../../pictures/dashboard-dark.webp';
import dashboardLight from '../../pictures/dashboard-light.webp';
import phoneDark from '../../pictures/dashboard-phone-dark.webp';
import phoneLight from '../../pictures/dashboard-phone-light.webp';
import { loadChunk, preloadChunk } from '../../platform/browser/chunk-loading.ts';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/feedback/spinner.tsx';
import { ThemedPicture } from '../../ui/themed-picture.tsx';
import { screensCopy } from '../screens.copy.ts';

const upgradeCopy = screensCopy.upgrade;

const loadModal = async () => ({
  default: (await import('../../features/billing/upgrade-modal.tsx')).UpgradeModal,
});
const UpgradeModal = lazy(() => loadChunk(loadModal));

/** Shown to free users instead of the app. */
export function UpgradeScreen() {
  const [isUpgrading, setUpgrading] = useState(false);
  const { subscription, isSettled } = useSettledSubscription();
  if (!isSettled) return <Loading />;
  if (subscription && hasFullAccess(subscription)) return <Opening />;
  const hasEnded = subscription?.state === 'ended';
  const isPaymentPending = subscription?.payment === 'pending';
  return (
    <div>
      <title>{upgradeCopy.pageTitle}</title>
      <div className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h1 className="text-xl font-semibold">
            {hasEnded ? upgradeCopy.welcomeBack : upgradeCopy.welcome}
          </h1>
          {subscription && <SubscriptionNote subscription={subscription} />}
          <p className="mt-3 text-base text-pretty text-muted">{upgradeCopy.explanation}</p>
          <Prices />
          <div className="mt-6 flex flex-col gap-3 sm:flex-row">
            <Button
              size="large"
              variant={isPaymentPending ? 'secondary' : 'primary'}
              onPointerEnter={() => preloadChunk(loadModal)}
              onClick={() => setUpgrading(true)}
            >
              {upgradeCopy.upgrade}
            </Button>
            <Button size="large" variant="secondary" onClick={() => setDemoMode(true)}>
              {upgradeCopy.demo}
            </Button>
          </div>
          <p className="mt-3 text-xs text-muted">{upgradeCopy.demoNote}</p>
        </div>
        <Preview />
      </div>
      <Safety />
      <Suspense>{isUpgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </div>
  );
}

/** What access costs. */
function Prices() {
  return (
    <ul className="mt-6 grid grid-cols-2 gap-3" aria-label={upgradeCopy.prices}>
      {upgradeCopy.plans.map(({ plan, name, terms }) => (
        <li key={plan} className={classNames(cardClass, 'p-4')}>
          <p className="font-medium">{name}</p>
          <p className="figures mt-1 text-xl font-semibold tracking-tight">${planPrices[plan]}</p>
          <p className="text-muted">{terms}</p>
        </li>
      ))}
    </ul>
  );
}

/** A picture of the demo's dashboard. */
function Preview() {
  return (
    <figure>
      <ThemedPicture
        wide={{ light: dashboardLight, dark: dashboardDark, width: 1200, height: 760 }}
        narrow={{ light: phoneLight, dark: phoneDark, width: 390, height: 560 }}
        alt={upgradeCopy.previewAlt}
        className="h-auto w-full rounded-card border border-line bg-surface shadow-float"
      />
      <figcaption className="mt-3 text-center text-xs text-muted">
        {upgradeCopy.previewCaption}
      </figcaption>
    </figure>
  );
}

const safetyIcons: readonly LucideIcon[] = [Eye, KeyRound, HandCoins, DoorOpen];

/** Why linking a bank is safe. */
function Safety() {
  return (
    <section aria-labelledby="safety" className="mt-12 border-t border-line pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="safety" className="text-lg font-semibold">
          {upgradeCopy.safety}
        </h2>
        <Link
          to={paths.privacy}
          className="inline-flex items-center font-medium text-accent underline-offset-2 hover:underline touch:min-h-11"
        >
          {upgradeCopy.privacyPolicy}
        </Link>
      </div>
      <ul className="mt-5 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {upgradeCopy.reasons.map(({ title, text }, index) => {
          const Icon = safetyIcons[index] ?? Eye;
          return (
            <li key={title}>
              <Icon aria-hidden="true" className="size-5 text-accent" strokeWidth={1.75} />
              <h3 className="mt-2 font-semibold">{title}</h3>
              <p className="mt-1 text-pretty text-muted">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Milliseconds to wait for the subscription before the screen is shown without it. */
const settleTimeout = 2_500;

/** The user's subscription; `isSettled` is true once it has loaded, failed, or timed out. */
function useSettledSubscription() {
  const { data, failureCount, isPending } = useSubscription();
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), settleTimeout);
    return () => clearTimeout(timer);
  }, []);
  return { subscription: data, isSettled: !isPending || failureCount > 0 || hasTimedOut };
}

function Loading() {
  return (
    <div className="appear-late grid min-h-[65dvh] place-items-center">
      <title>{upgradeCopy.loadingPageTitle}</title>
      <ProgressBar label={upgradeCopy.loading} className="w-32" />
    </div>
  );
}

/** Shown while the gate fetches a token with the paid subscription. */
function Opening() {
  return (
    <div className="appear-late grid min-h-[65dvh] place-items-center">
      <title>{upgradeCopy.loadingPageTitle}</title>
      <div role="status" className="max-w-100 text-center">
        <p className="text-base font-semibold">{upgradeCopy.paid}</p>
        <ProgressBar label={upgradeCopy.opening} className="mx-auto mt-5 w-32" />
        <Button variant="ghost" className="mt-5" onClick={() => window.location.reload()}>
          {upgradeCopy.tryAgain}
        </Button>
      </div>
    </div>
  );
}
