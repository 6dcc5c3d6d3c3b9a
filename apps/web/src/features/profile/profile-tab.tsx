import { ChevronRight, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { setTheme, type Theme, useTheme } from '../../platform/browser/theme.ts';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { useProfile } from './profile.api.ts';
import { profileCopy } from './profile.copy.ts';
import { Avatar, SubscriptionBadge, VerificationStatus } from './user-badges.tsx';

const copy = profileCopy.settings;

/** The settings tab with the user's email and subscription, demo mode, the theme, and the sign-out button. */
export function ProfileTab({ onUpgrade, onClose }: { onUpgrade: () => void; onClose: () => void }) {
  const profile = useProfile();
  const demo = useDemoMode();
  const theme = useTheme();
  const navigate = useNavigate();
  if (profile === null) return null;
  const { email, verified, paid } = profile;
  return (
    <div className="flex flex-col divide-y divide-line [&>*]:py-4 [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">
      <div className="flex items-start gap-3">
        <Avatar email={email} />
        <div className="min-w-0 grow">
          <p className="truncate font-medium">{email}</p>
          <div className="mt-1.5 flex flex-wrap items-center gap-2">
            <VerificationStatus verified={verified} onClose={onClose} />
            <SubscriptionBadge paid={paid} />
          </div>
        </div>
        {!paid && (
          <Button size="small" onClick={onUpgrade}>
            {copy.upgrade}
          </Button>
        )}
      </div>
      <Link
        to={paths.profile}
        onClick={onClose}
        className="group flex items-center gap-4 rounded-control"
      >
        <span className="grow">
          <span className="block font-medium group-hover:underline">{copy.yourProfile}</span>
          <span className="block text-muted">{copy.yourProfileNote}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
      <Switch
        label={copy.demoMode}
        note={copy.demoModeNote}
        checked={demo}
        onChange={setDemoMode}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="font-medium">{copy.theme}</p>
        <SegmentedControl label={copy.theme} options={themes} value={theme} onChange={setTheme} />
      </div>
      <div>
        <Button
          variant="secondary"
          onClick={() => {
            onClose();
            navigate(paths.logout);
          }}
        >
          <LogOut aria-hidden="true" className="size-4" />
          {copy.logOut}
        </Button>
      </div>
    </div>
  );
}

const themes: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: copy.system, icon: <Monitor aria-hidden="true" className="size-4" /> },
  { value: 'light', label: copy.light, icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: copy.dark, icon: <Moon aria-hidden="true" className="size-4" /> },
];
