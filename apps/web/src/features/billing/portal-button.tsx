import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { useOpenPortal } from './billing.api.ts';

/** Leads to the payment provider's portal; what goes wrong on the way is said below. */
export function PortalButton({ children }: { children: string }) {
  const { open, busy, failure } = useOpenPortal();
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <Button variant="secondary" size="small" busy={busy} onClick={open}>
        {children}
      </Button>
      <FormError>{busy ? null : failure}</FormError>
    </div>
  );
}
