import { PageTitle } from '../../ui/page-title.tsx';

/** In place of a screen that demo mode leaves out. */
export function InDemoMode({ title }: { title: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-xl font-semibold tracking-wide text-muted">DEMO MODE</h1>
    </div>
  );
}
