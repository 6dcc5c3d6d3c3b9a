import type { ReactNode } from 'react';
import { cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** A single card centered in the signed-in frame. */
export function FramedCard({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <div className={classNames(cardClass, 'w-full max-w-100 p-6 sm:p-8')}>{children}</div>
    </div>
  );
}
