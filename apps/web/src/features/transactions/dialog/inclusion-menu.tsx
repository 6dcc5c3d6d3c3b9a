import { formatMessage } from '@cairn/contract/text/copy';
import { ChevronDown, EyeOff } from 'lucide-react';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { type Transaction, useChangeInclusion } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { getInclusion } from './inclusion.ts';

const pillClass =
  'inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-xs font-medium whitespace-nowrap touch:h-11';

/** Whether a transaction counts: a menu to change it, or a muted label with the reason why it can't be changed. */
export function InclusionMenu({ transaction }: { transaction: Transaction }) {
  const demo = useDemoMode();
  const change = useChangeInclusion();
  const inclusion = getInclusion(transaction);
  if (inclusion.state === 'automatic') {
    return (
      <>
        <button
          type="button"
          data-tooltip={inclusion.reason}
          className={`${pillClass} cursor-help bg-sunken text-muted`}
        >
          <EyeOff aria-hidden="true" className="size-3.5" />
          <span aria-hidden="true">{transactionsCopy.excluded}</span>
          <span className="sr-only">
            {formatMessage(transactionsCopy.inclusion.excludedBecause, {
              reason: inclusion.reason,
            })}
          </span>
        </button>
        {/* Touch devices can't hover, so the reason is shown. Screen readers get it from the label. */}
        <p aria-hidden="true" className="hidden basis-full text-xs text-muted touch:block">
          {inclusion.reason}
        </p>
      </>
    );
  }
  const label =
    inclusion.state === 'included' ? transactionsCopy.included : transactionsCopy.excluded;
  const setExcluded = (exclude: boolean) => {
    if (demo) return showReadOnlyToast();
    const isUnchanged = exclude === (inclusion.state === 'excluded');
    if (!isUnchanged && !change.isPending) change.mutate({ transaction, exclude });
  };
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-busy={change.isPending || undefined}
            className={`${pillClass} border border-edge bg-surface transition-colors hover:bg-sunken data-popup-open:bg-sunken`}
          >
            {label}
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </button>
        }
      >
        {inclusion.state === 'included' ? (
          <MenuItem onSelect={() => setExcluded(true)}>
            {transactionsCopy.inclusion.exclude}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => setExcluded(false)}>
            {transactionsCopy.inclusion.include}
          </MenuItem>
        )}
      </Menu>
      <div role="alert" className="basis-full text-danger empty:hidden">
        {change.error && describeFailure(change.variables.exclude, change.error)}
      </div>
    </>
  );
}

/** The label has not changed, so the message says which change failed. */
const describeFailure = (exclude: boolean, { message }: Error): string =>
  formatMessage(
    exclude ? transactionsCopy.inclusion.excludeFailed : transactionsCopy.inclusion.includeFailed,
    { reason: message },
  );
