import { classNames } from './class-names.ts';

/** A grey shape in place of what is on its way; give it the final shape's size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-[shimmer_1.6s_ease-in-out_infinite] rounded-md bg-sunken',
        className,
      )}
    />
  );
}

/** Says once, to those who hear the page, that something is on its way. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}

/** Keys for a number of equal placeholders. */
export function placeholders(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `placeholder ${index}`);
}
