import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { loadChunk, preloadChunk } from '../../../platform/browser/chunk-loading.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Brand } from '../brand.tsx';
import { frameCopy } from '../frame.copy.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { isCurrentNavItem, useNavItems } from './nav-items.ts';
import { ProfileLink } from './profile-link.tsx';
import { SettingsButton } from './settings-button.tsx';

const loadMobileMenu = () => import('./mobile-menu.tsx');
const MobileMenu = lazy(() => loadChunk(loadMobileMenu));

/**
 * The navigation at the top. Below 768 px, its links move into a slide-out menu. Up to 1024 px, they
 * have a row of their own; while the page is scrolled, only that row stays in view, unless the focus is
 * in the other row.
 */
export function TopNav({ pathname }: { pathname: string }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const items = useNavItems();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface/92 backdrop-blur-md md:max-lg:-top-13 md:max-lg:has-focus-visible:top-0">
      <div className="mx-auto flex h-16 max-w-300 items-center gap-x-1 px-4 sm:gap-x-2 sm:px-6 md:max-lg:h-29 md:max-lg:flex-wrap md:max-lg:content-start lg:gap-x-4">
        <IconButton
          label={frameCopy.menu}
          className="-ml-2.5 md:hidden"
          aria-haspopup="dialog"
          onPointerEnter={() => preloadChunk(loadMobileMenu)}
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon aria-hidden="true" className="size-5" />
        </IconButton>
        <Brand />
        <nav
          aria-label={frameCopy.mainNavigation}
          className="hidden grow md:block md:max-lg:order-last md:max-lg:-mx-1.5 md:max-lg:basis-full"
        >
          <ul className="flex h-16 items-stretch md:max-lg:justify-between">
            {items.map(({ to, label }) => (
              <li key={to} className="flex">
                <Link
                  to={to}
                  aria-current={isCurrentNavItem(to, pathname) ? 'page' : undefined}
                  className={classNames(
                    'relative inline-flex items-center px-1.5 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-4 min-[75rem]:px-3',
                    'aria-[current]:after:absolute aria-[current]:after:inset-x-1.5 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-accent min-[75rem]:aria-[current]:after:inset-x-3',
                    isCurrentNavItem(to, pathname) ? 'text-ink' : 'text-muted hover:text-ink',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="-mr-2.5 ml-auto flex md:max-lg:h-13 md:max-lg:items-center">
          <PaletteButton />
          <ProfileLink pathname={pathname} />
          <SettingsButton />
        </div>
      </div>
      <Suspense>
        {isMenuOpen && <MobileMenu pathname={pathname} onClose={() => setMenuOpen(false)} />}
      </Suspense>
    </header>
  );
}
