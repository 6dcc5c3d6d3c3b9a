import { useNavigate } from 'react-router';
import { LinkBank } from '../../features/linking/link-bank.tsx';
import { SetupProgress } from '../../features/linking/setup-progress.tsx';
import { paths } from '../../paths.ts';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { screensCopy } from '../screens.copy.ts';
import { useWelcome } from './welcome-countdown.ts';

const linkCopy = screensCopy.link;

/** Links a bank, shows a welcome message, and redirects to the dashboard. */
export function Component() {
  const demo = useDemoMode();
  const navigate = useNavigate();
  const [linked, welcome] = useWelcome();
  return (
    <div className="grid min-h-[65dvh] place-items-center">
      <title>{linkCopy.pageTitle}</title>
      <div className={classNames(cardClass, 'w-full max-w-115 p-6 text-center sm:p-10')}>
        {demo ? (
          <NotAvailableInDemo />
        ) : linked === null ? (
          <LinkBank
            onLinked={welcome}
            onUpdated={() => navigate(paths.dashboard, { replace: true })}
          />
        ) : (
          <SetupProgress {...linked} />
        )}
      </div>
    </div>
  );
}

function NotAvailableInDemo() {
  return (
    <>
      <h1 className="sr-only">{linkCopy.title}</h1>
      <EmptyState
        title={linkCopy.notInDemo}
        className="px-0 py-2"
        action={<Button onClick={() => setDemoMode(false)}>{linkCopy.exitDemo}</Button>}
      >
        {linkCopy.demoDetail}
      </EmptyState>
    </>
  );
}
