import type { CSSProperties } from 'react';
import { classNames } from '../class-names.ts';

/** A gray placeholder for loading content. Give it the content's final size. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classNames(
        // This rule has no specificity, so that `className` can round the corners differently.
        'block animate-[shimmer_1.6s_ease-in-out_infinite] bg-sunken [:where(&)]:rounded-md',
        className,
      )}
    />
  );
}

/** Announces to screen readers that content is loading. */
export function LoadingAnnouncement({ children }: { children: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}

/** React keys for a number of identical placeholders. */
export function placeholderKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `placeholder ${index}`);
}
