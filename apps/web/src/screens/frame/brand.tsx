import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Logo } from '../../ui/logo.tsx';
import { frameCopy } from './frame.copy.ts';

/**
 * The app's name and logo, linked to the dashboard. Its letter spacing is normal, because with
 * tighter spacing, the last two letters of the name would look like an m.
 */
export function Brand() {
  const demo = useDemoMode();
  return (
    <Link
      to={paths.dashboard}
      className="inline-flex h-11 items-center gap-2 rounded-control text-base font-semibold tracking-normal whitespace-nowrap"
    >
      <Logo className="size-6" />
      {demo ? frameCopy.demoAppName : frameCopy.appName}
    </Link>
  );
}
