import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../../features/auth/auth.api.ts';
import { DevicesCard } from '../../features/auth/devices/devices-card.tsx';
import { TwoStepCard } from '../../features/auth/factors/two-step-card.tsx';
import { SignInMethodsCard } from '../../features/auth/methods/sign-in-methods-card.tsx';
import { PasskeysCard } from '../../features/auth/passkeys/passkeys-card.tsx';
import { SubscriptionCard } from '../../features/billing/subscription-card.tsx';
import { InstitutionsCard } from '../../features/institutions/institutions-card.tsx';
import { ActivityCard } from '../../features/profile/activity-card.tsx';
import { DeleteCard } from '../../features/profile/delete-card.tsx';
import { EmailCard } from '../../features/profile/email-card.tsx';
import { ExportCard } from '../../features/profile/export-card.tsx';
import { PasswordCard } from '../../features/profile/password-card.tsx';
import { useProfile } from '../../features/profile/profile.api.ts';
import { SectionLinks } from '../../features/profile/section-links.tsx';
import { Avatar, SubscriptionBadge } from '../../features/profile/user-badges.tsx';
import { ChangesCard } from '../../features/transactions/changes/changes-card.tsx';
import { TagsCard } from '../../features/transactions/tags/tags-card.tsx';
import { paths } from '../../paths.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { Button } from '../../ui/button.tsx';
import { screensCopy } from '../screens.copy.ts';

const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** The user's own account: sign-in, subscription, banks, devices, and data. */
export function Component() {
  const profile = useProfile();
  const navigate = useNavigate();
  const [isUpgrading, setUpgrading] = useState(false);
  if (profile === null) return null;
  const { email, paid } = profile;
  // After sign-out, the gate redirects to the sign-in page, which leads back here.
  const signInAgain = () => void logOut();
  return (
    <div className="mx-auto max-w-230">
      <title>{screensCopy.profile.pageTitle}</title>
      <header className="mb-5 flex items-center gap-4 sm:mb-8">
        <Avatar email={email} />
        <div className="min-w-0 grow">
          <h1 className="text-lg font-semibold sm:text-xl">{screensCopy.profile.title}</h1>
          <div className="flex items-center gap-2">
            <span className="truncate text-muted">{email}</span>
            <SubscriptionBadge paid={paid} />
          </div>
        </div>
        <Button
          variant="secondary"
          className="self-start sm:self-center"
          onClick={() => navigate(paths.logout)}
        >
          {screensCopy.profile.logOut}
        </Button>
      </header>
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
        <SectionLinks paid={paid} />
        <div className="flex min-w-0 flex-col gap-4 *:scroll-mt-32 sm:gap-5 lg:*:scroll-mt-20">
          <EmailCard profile={profile} />
          <PasswordCard profile={profile} />
          <SignInMethodsCard
            email={email}
            hasSecondFactor={profile.hasSecondFactor}
            onSignInAgain={signInAgain}
          />
          <PasskeysCard />
          <TwoStepCard email={email} />
          <SubscriptionCard paid={paid} onUpgrade={() => setUpgrading(true)} />
          {paid && <InstitutionsCard />}
          <DevicesCard />
          {paid && <TagsCard />}
          {paid && <ChangesCard />}
          <ActivityCard />
          <ExportCard />
          <DeleteCard profile={profile} onSignInAgain={signInAgain} />
        </div>
      </div>
      <Suspense>{isUpgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </div>
  );
}
