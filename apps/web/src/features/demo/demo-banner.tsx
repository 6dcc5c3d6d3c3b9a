import type { ReactNode } from 'react';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { demoCopy } from './demo.copy.ts';

/**
 * Shown throughout demo mode: a note that the data isn't real, and an Exit button. `children` are additional
 * buttons, which are shown before that one.
 */
export function DemoBanner({ children }: { children?: ReactNode }) {
  const demo = useDemoMode();
  if (!demo) return null;
  return (
    <aside
      aria-label={demoCopy.label}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1.5 bg-attention-soft px-4 py-2 text-attention"
    >
      <p className="text-center text-xs font-semibold tracking-wide sm:text-sm">
        {demoCopy.banner}
      </p>
      <div className="flex gap-2">
        {children}
        <button
          type="button"
          onClick={() => setDemoMode(false)}
          className={`${demoBannerButtonClass} border border-current hover:bg-surface`}
        >
          {demoCopy.exit}
        </button>
      </div>
    </aside>
  );
}

/** The classes of a button in the banner, apart from its colors. */
export const demoBannerButtonClass =
  'rounded-md px-2.5 py-1 text-xs font-semibold transition-colors touch:min-h-11 touch:px-4';
