import { PageTitle } from '../../../ui/page-title.tsx';
import { frameCopy } from '../frame.copy.ts';

/** Replaces a screen that doesn't exist in demo mode. */
export function DemoPlaceholder({ title }: { title: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-xl font-semibold tracking-wide text-muted">{frameCopy.demoMode}</h1>
    </div>
  );
}
