import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../button.tsx';
import { uiCopy } from '../ui.copy.ts';
import { EmptyState } from './states.tsx';

/** Replaces content that the demo doesn't have. */
export function NotInDemo() {
  return (
    <EmptyState
      title={uiCopy.demo.notAvailable}
      action={
        <Button variant="secondary" onClick={() => setDemoMode(false)}>
          {uiCopy.demo.exit}
        </Button>
      }
    >
      {uiCopy.demo.ownAccountOnly}
    </EmptyState>
  );
}

/** Replaces content that requires a subscription; `children` describe it. */
export function PaidOnly({
  onUpgrade,
  ...rest
}: {
  icon: LucideIcon;
  title: string;
  onUpgrade: () => void;
  children: ReactNode;
}) {
  return <EmptyState {...rest} action={<Button onClick={onUpgrade}>{uiCopy.upgrade}</Button>} />;
}
