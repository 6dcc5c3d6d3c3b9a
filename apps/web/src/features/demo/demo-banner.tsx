import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { demoCopy } from './demo.copy.ts';

/** Shown throughout demo mode: a note that the data isn't real, and a button that exits. */
export function DemoBanner() {
  const demo = useDemoMode();
  if (!demo) return null;
  return (
    <aside
      aria-label={demoCopy.label}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-attention-soft px-4 py-2 text-attention"
    >
      <p className="text-center text-xs font-semibold tracking-wide sm:text-sm">
        {demoCopy.banner}
      </p>
      <button
        type="button"
        onClick={() => setDemoMode(false)}
        className="rounded-md border border-current px-2.5 py-1 text-xs font-semibold transition-colors hover:bg-surface touch:min-h-11 touch:px-4"
      >
        {demoCopy.exit}
      </button>
    </aside>
  );
}
