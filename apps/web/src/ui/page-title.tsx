import { useDemoMode } from '../platform/demo-mode.ts';

/** What the browser calls a page that shows money, and whether it is the demo's. */
export function PageTitle({ children }: { children: string }) {
  const product = useDemoMode() ? 'Cairn Demo' : 'Cairn';
  return <title>{`${children} · ${product}`}</title>;
}
