import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { useOpenPortal } from './billing.api.ts';

/**
 * Opens the payment provider's portal. An error is shown in a line of its own, so the parent row must wrap.
 */
export function PortalButton({ children }: { children: string }) {
  const { open, busy, failure } = useOpenPortal();
  return (
    <>
      <Button variant="secondary" size="small" busy={busy} onClick={open}>
        {children}
      </Button>
      <div className="basis-full has-[>:empty]:hidden">
        <FormError>{busy ? null : failure}</FormError>
      </div>
    </>
  );
}
