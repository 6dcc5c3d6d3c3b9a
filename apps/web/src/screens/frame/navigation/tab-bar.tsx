import {
  ArrowLeftRight,
  ChartPie,
  Goal,
  LayoutDashboard,
  type LucideIcon,
  TrendingUp,
} from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { frameCopy } from '../frame.copy.ts';
import { isCurrentNavItem } from './nav-items.ts';

/** The most used screens. The menu has all of them. */
const tabs: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.dashboard, label: frameCopy.pages.dashboard, icon: LayoutDashboard },
  { to: paths.transactions, label: frameCopy.pages.transactions, icon: ArrowLeftRight },
  { to: paths.spending, label: frameCopy.pages.spending, icon: ChartPie },
  { to: paths.netWorth, label: frameCopy.pages.netWorth, icon: TrendingUp },
  { to: paths.budget, label: frameCopy.pages.budget, icon: Goal },
];

/**
 * The tab bar at the bottom of a phone. `--tab-bar` (app.css) is its height, which the page and
 * everything at the bottom of the window leave free.
 */
export function TabBar({ pathname }: { pathname: string }) {
  return (
    <nav
      aria-label={frameCopy.tabBar}
      data-tab-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface/92 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden"
    >
      <ul className="mx-auto flex h-14 max-w-120">
        {tabs.map(({ to, label, icon: Icon }) => {
          const isCurrent = isCurrentNavItem(to, pathname);
          return (
            // A tab is as wide as its label needs, so that all five fit on the narrowest phone.
            <li key={to} className="flex flex-auto">
              <Link
                to={to}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex grow flex-col items-center justify-center gap-0.5 text-xs font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                  isCurrent ? 'text-accent' : 'text-muted active:text-ink',
                )}
              >
                <span
                  className={classNames(
                    'grid h-6 w-11 place-items-center rounded-full transition-colors',
                    isCurrent && 'bg-accent-soft',
                  )}
                >
                  <Icon aria-hidden="true" className="size-5" strokeWidth={1.9} />
                </span>
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
