import { useDemoMode } from '../platform/demo-mode.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { NotFinished } from './frame/not-finished.tsx';

/** Spending by category, which demo mode leaves out. */
export function Component() {
  return useDemoMode() ? <InDemoMode /> : <NotFinished />;
}

function InDemoMode() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <PageTitle>Spending</PageTitle>
      <h1 className="text-xl font-semibold tracking-wide text-muted">DEMO MODE</h1>
    </div>
  );
}
