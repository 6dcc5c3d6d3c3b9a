import { labelOfCategory } from '@cairn/contract/taxonomy';
import { ArrowLeftRight, ChevronRight, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatAccount } from '../../platform/formats.ts';
import { titleOf } from '../../platform/transaction-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatFlow } from '../../ui/money.tsx';
import { tellReadOnly } from '../../ui/toast.ts';
import { InclusionMenu } from './inclusion-menu.tsx';
import { MerchantMark } from './merchant-mark.tsx';
import type { Transaction } from './transactions.api.ts';

/** What is known of one transaction, and what may be done about it. */
export function TransactionDetails({
  transaction,
  onPick,
  onShow,
}: {
  transaction: Transaction;
  /** Asks for another category. */
  onPick: () => void;
  /** Shows another transaction. */
  onShow: (id: string) => void;
}) {
  const demo = useDemoMode();
  const { original_description: description, account_id, plaid_account: account } = transaction;
  return (
    <>
      <div className="mt-6 flex flex-col items-center text-center">
        <MerchantMark transaction={transaction} size="large" />
        <p aria-hidden="true" className="mt-4 max-w-full text-base font-semibold wrap-anywhere">
          {titleOf(transaction).toLocaleUpperCase()}
        </p>
        <Amount transaction={transaction} />
        <div className="mt-5 flex flex-wrap items-center justify-center gap-2">
          <CategoryBadge transaction={transaction} onPress={demo ? tellReadOnly : onPick} />
          <InclusionMenu transaction={transaction} />
        </div>
        <HistoryLink transaction={transaction} />
        <OtherHalf transaction={transaction} onShow={onShow} />
      </div>
      <dl className="mt-7 rounded-control bg-sunken/70 px-4">
        <Fact name="Account">
          <Link
            to={paths.account(account_id)}
            className="-my-1.5 inline-flex max-w-full items-center gap-1 py-1.5 font-medium text-accent hover:underline touch:-my-3 touch:py-3"
          >
            <span className="min-w-0 wrap-anywhere">
              {formatAccount(account.name, account.mask)}
            </span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </Fact>
        {description && <Fact name="Original description">{description}</Fact>}
      </dl>
    </>
  );
}

/** Leads to the stream that a transaction belongs to, else to all that its merchant took. */
function HistoryLink({
  transaction: { id, recurring_stream_id: stream },
}: {
  transaction: Transaction;
}) {
  return (
    <Link
      to={stream ? paths.recurringStream(stream) : paths.transactionHistory(id)}
      className="mt-3 rounded-md px-2 py-1 text-xs font-semibold tracking-wider text-accent hover:underline touch:py-3"
    >
      {stream ? 'SUBSCRIPTION' : 'HISTORY'}
    </Link>
  );
}

function Amount({ transaction: { amount, currency, pending } }: { transaction: Transaction }) {
  return (
    <p className="mt-3 flex flex-wrap items-center justify-center gap-2">
      <span
        className={classNames(
          'figures rounded-full px-4 py-1 text-lg font-semibold',
          amount < 0 ? 'bg-money-in-soft text-money-in' : 'bg-sunken',
        )}
      >
        {formatFlow(amount, currency)}
      </span>
      {pending && <Badge tone="attention">PENDING</Badge>}
    </p>
  );
}

function CategoryBadge({
  transaction: { effective_category },
  onPress,
}: {
  transaction: Transaction;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-full border border-edge bg-surface py-0.5 pr-3 pl-1 text-xs font-medium transition-colors hover:bg-sunken touch:min-h-11"
    >
      <CategoryIcon category={effective_category} size="small" className="rounded-full!" />
      <span className="min-w-0 truncate">{labelOfCategory(effective_category)}</span>
      <span className="sr-only">, change the category</span>
      <Pencil aria-hidden="true" className="size-3 shrink-0 text-muted" />
    </button>
  );
}

/** Leads from one half of an internal transfer to the other. */
function OtherHalf({
  transaction: { excluded, transfer_pair_id: half },
  onShow,
}: {
  transaction: Transaction;
  onShow: (id: string) => void;
}) {
  if (excluded !== 'transfer' || half === null) return null;
  return (
    <Button variant="ghost" size="small" className="mt-2 text-accent" onClick={() => onShow(half)}>
      <ArrowLeftRight aria-hidden="true" className="size-4" />
      Show the other half
    </Button>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3 not-last:border-b border-line">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
