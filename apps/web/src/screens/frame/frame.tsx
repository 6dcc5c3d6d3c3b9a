import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Outlet } from 'react-router';
import { paths } from '../../paths.ts';
import { useOnline } from '../../platform/browser/online.ts';
import { Brand } from './brand.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { frameCopy } from './frame.copy.ts';
import { SettingsButton } from './navigation/settings-button.tsx';
import { TabBar } from './navigation/tab-bar.tsx';
import { TopNav } from './navigation/top-nav.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';

const pageClass = 'flex min-h-dvh flex-col pb-(--tab-bar)';
const contentClass = 'mx-auto w-full grow max-w-300 px-4 py-6 outline-none sm:px-6 sm:py-8';

/**
 * The app's frame: notices, navigation, and content of at most 1200 px. Free users get a plain header
 * (`isFull` is false) with only their profile, settings, and Log out. Switching between the two keeps the content
 * mounted, so that typed text isn't lost.
 */
export function Frame({
  isFull,
  pathname,
  children,
}: {
  isFull: boolean;
  pathname: string;
  children?: ReactNode;
}) {
  return (
    <div className={pageClass}>
      <SkipLink />
      <DemoNotice />
      {isFull ? <TopNav pathname={pathname} /> : <PlainHeader />}
      <OfflineNotice />
      <Content pathname={pathname}>{children ?? <Outlet />}</Content>
      <SandboxNotice />
      <PaymentNotice />
      {isFull && <TabBar pathname={pathname} />}
    </div>
  );
}

function PlainHeader() {
  return (
    <header className="mx-auto flex h-16 w-full max-w-300 items-center justify-between px-4 sm:px-6">
      <Brand />
      <div className="-mr-2.5 flex items-center">
        <PlainLink to={paths.profile}>{frameCopy.profile}</PlainLink>
        <PlainLink to={paths.logout}>{frameCopy.logOut}</PlainLink>
        <SettingsButton />
      </div>
    </header>
  );
}

function PlainLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex h-11 items-center rounded-control px-2 font-medium text-muted hover:bg-sunken hover:text-ink sm:px-3"
    >
      {children}
    </Link>
  );
}

/** The content takes the focus on each new screen, so that keyboard and screen reader users continue there. */
function Content({ pathname, children }: { pathname: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={contentClass}>
      {children}
    </main>
  );
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
    >
      {frameCopy.skipToContent}
    </a>
  );
}

function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="bg-attention-soft px-4 py-2 text-center font-medium text-attention">
          {frameCopy.offline}
        </p>
      )}
    </div>
  );
}
