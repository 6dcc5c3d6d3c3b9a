import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';

/** Says throughout demo mode that nothing shown is anyone's money, and leads out of it. */
export function DemoBanner() {
  const demo = useDemoMode();
  if (!demo) return null;
  return (
    <aside
      aria-label="Demo mode"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-attention-soft px-4 py-2 text-attention"
    >
      <p className="text-center text-xs font-semibold tracking-wide sm:text-sm">
        DEMO MODE - NOT REAL FINANCIAL DATA
      </p>
      <button
        type="button"
        onClick={() => setDemoMode(false)}
        className="rounded-md border border-current px-2.5 py-1 text-xs font-semibold transition-colors hover:bg-surface touch:min-h-11 touch:px-4"
      >
        Exit
      </button>
    </aside>
  );
}
