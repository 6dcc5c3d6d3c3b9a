import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronDown } from 'lucide-react';
import { ProvenMoney } from '../../ui/proven-money.tsx';
import { groupLabel } from './account-words.ts';

/**
 * The head of a group of accounts, in a `Collapsible.Root`: its name opens and closes it, its total opens
 * what it is made of.
 */
export function AccountGroupHead({
  name,
  total,
  currency,
  note,
}: {
  name: string;
  total: number;
  currency: string;
  /** What of it is not counted, if anything. */
  note: string | null;
}) {
  return (
    <div className="flex items-center pr-5 sm:pr-6">
      <h3 className="min-w-0 grow">
        <Collapsible.Trigger className="group flex min-h-12 w-full items-center gap-2 py-2.5 pl-5 text-left transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2 sm:pl-6">
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 -rotate-90 text-muted transition-transform duration-200 group-data-panel-open:rotate-0"
          />
          <span className="min-w-0 grow">
            <span className="block font-medium">{groupLabel(name)}</span>
            {note && <span className="block text-xs font-normal text-muted">{note}</span>}
          </span>
        </Collapsible.Trigger>
      </h3>
      <ProvenMoney
        of="account_group"
        totalKey={name}
        amount={total}
        currency={currency}
        className="font-semibold"
      />
    </div>
  );
}
