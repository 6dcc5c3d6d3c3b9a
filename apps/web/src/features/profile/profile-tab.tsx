import { ChevronRight, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { setTheme, type Theme, useTheme } from '../../platform/theme.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Avatar, SubscriptionBadge, Verification } from './person-line.tsx';
import { useProfile } from './profile.api.ts';

/** Who is signed in, what they have, and how the app looks to them. */
export function ProfileTab({ onUpgrade, onLeave }: { onUpgrade: () => void; onLeave: () => void }) {
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
          <p className="truncate font-medium" title={email}>
            {email}
          </p>
          <div className="mt-1.5 flex flex-wrap items-center gap-2">
            <Verification verified={verified} onLeave={onLeave} />
            <SubscriptionBadge paid={paid} />
          </div>
        </div>
        {!paid && (
          <Button size="small" onClick={onUpgrade}>
            Upgrade
          </Button>
        )}
      </div>
      <Link
        to={paths.profile}
        onClick={onLeave}
        className="group flex items-center gap-4 rounded-control"
      >
        <span className="grow">
          <span className="block font-medium group-hover:underline">Your profile</span>
          <span className="block text-muted">
            Address, password, devices, your data, and deleting the account.
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
      <Switch
        label="DEMO MODE"
        note="Shows a made-up person's money in place of yours."
        checked={demo}
        onChange={setDemoMode}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="font-medium">Theme</p>
        <SegmentedChoice label="Theme" options={themes} value={theme} onChange={setTheme} />
      </div>
      <div>
        <Button
          variant="secondary"
          onClick={() => {
            onLeave();
            navigate(paths.logout);
          }}
        >
          <LogOut aria-hidden="true" className="size-4" />
          Log out
        </Button>
      </div>
    </div>
  );
}

const themes: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" className="size-4" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" className="size-4" /> },
];
