import { ChevronDown, EyeOff } from 'lucide-react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { tellReadOnly } from '../../ui/toast.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { inclusionOf } from './inclusion.ts';
import { type Transaction, useChangeInclusion } from './transactions.api.ts';

const pill =
  'inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-xs font-medium whitespace-nowrap touch:h-11';

/** Whether a transaction counts: a menu that switches it, or a quiet label that says why not. */
export function InclusionMenu({ transaction }: { transaction: Transaction }) {
  const demo = useDemoMode();
  const change = useChangeInclusion();
  const inclusion = inclusionOf(transaction);
  if (inclusion.state === 'automatic') {
    return (
      <>
        <Tooltip text={inclusion.reason}>
          <button type="button" className={`${pill} cursor-help bg-sunken text-muted`}>
            <EyeOff aria-hidden="true" className="size-3.5" />
            Excluded
            <span className="sr-only">. {inclusion.reason}</span>
          </button>
        </Tooltip>
        {/* A finger does not hover: there it is written out. The label has said it to those who hear. */}
        <p aria-hidden="true" className="hidden basis-full text-xs text-muted touch:block">
          {inclusion.reason}
        </p>
      </>
    );
  }
  const label = inclusion.state === 'included' ? 'Included' : 'Excluded';
  const set = (exclude: boolean) => {
    if (demo) return tellReadOnly();
    const isAlready = exclude === (inclusion.state === 'excluded');
    // A refusal is silent, as the spec has it: the label simply stays.
    if (!isAlready && !change.isPending) change.mutate({ transaction, exclude });
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-busy={change.isPending || undefined}
          className={`${pill} border border-edge bg-surface transition-colors hover:bg-sunken data-popup-open:bg-sunken`}
        >
          {label}
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      {inclusion.state === 'included' ? (
        <MenuItem onSelect={() => set(true)}>Exclude from spending</MenuItem>
      ) : (
        <MenuItem onSelect={() => set(false)}>Include in spending</MenuItem>
      )}
    </Menu>
  );
}
