import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { useOpenPortal } from './billing.api.ts';

/**
 * Leads to the payment provider's portal; what goes wrong on the way is said in a line of its own.
 * For a row that wraps.
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
