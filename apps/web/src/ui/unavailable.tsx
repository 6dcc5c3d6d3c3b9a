import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { setDemoMode } from '../platform/demo-mode.ts';
import { Button } from './button.tsx';
import { EmptyState } from './states.tsx';

/** In place of what the demo person does not have. */
export function NotInDemo() {
  return (
    <EmptyState
      title="This is not available in demo mode"
      action={
        <Button variant="secondary" onClick={() => setDemoMode(false)}>
          Exit demo mode
        </Button>
      }
    >
      It is about your own account, not about the made-up one.
    </EmptyState>
  );
}

/** In place of what a free account does not have: what it would be, and how to get it. */
export function PaidOnly({
  onUpgrade,
  ...rest
}: {
  icon: LucideIcon;
  title: string;
  onUpgrade: () => void;
  children: ReactNode;
}) {
  return <EmptyState {...rest} action={<Button onClick={onUpgrade}>Upgrade Account</Button>} />;
}
