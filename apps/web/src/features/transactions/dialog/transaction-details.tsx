import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { ArrowLeftRight, ChevronRight, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { transactionTitle } from '../../../domain/transaction-labels.ts';
import { paths } from '../../../paths.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { formatAccount } from '../../../platform/formats/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CategoryIcon } from '../../../ui/category-icon.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { MerchantLogo } from '../../../ui/merchant-logo.tsx';
import { Money } from '../../../ui/money.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import type { Transaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { InclusionMenu } from './inclusion-menu.tsx';
import { NoteField } from './note-field.tsx';
import { ReviewedSwitch } from './reviewed-switch.tsx';
import { TransactionTags } from './transaction-tags.tsx';

const copy = transactionsCopy.dialog;

/** The details of one transaction, with controls for what the user decides about it. */
export function TransactionDetails({
  transaction,
  onPickCategory,
  onPickTags,
  onShow,
}: {
  transaction: Transaction;
  /** Opens the category picker. */
  onPickCategory: () => void;
  /** Opens the tag picker. */
  onPickTags: () => void;
  /** Shows another transaction. */
  onShow: (id: string) => void;
}) {
  const demo = useDemoMode();
  const { original_description: description, account_id, plaid_account: account } = transaction;
  return (
    <>
      <div className="mt-6 flex flex-col items-center text-center">
        <MerchantLogo
          merchant={transaction}
          category={transaction.effective_category}
          size="large"
        />
        <p aria-hidden="true" className="mt-4 max-w-full text-base font-semibold wrap-anywhere">
          {transactionTitle(transaction).toLocaleUpperCase()}
        </p>
        <Amount transaction={transaction} />
        <div className="mt-5 flex flex-wrap items-center justify-center gap-2">
          <CategoryBadge
            transaction={transaction}
            onPress={demo ? showReadOnlyToast : onPickCategory}
          />
          <InclusionMenu transaction={transaction} />
        </div>
        <HistoryLink transaction={transaction} />
        <MatchingTransferButton transaction={transaction} onShow={onShow} />
      </div>
      <dl className="mt-7 rounded-control bg-sunken/70 px-4">
        <Fact name={copy.account}>
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
        {description && <Fact name={copy.originalDescription}>{description}</Fact>}
      </dl>
      <div className="mt-5 flex flex-col gap-4">
        <ReviewedSwitch transaction={transaction} />
        <TransactionTags transaction={transaction} onPick={demo ? showReadOnlyToast : onPickTags} />
        <NoteField transaction={transaction} />
      </div>
    </>
  );
}

/** Links to the transaction's recurring stream, or to its merchant's history if it has none. */
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
      {stream ? copy.subscription : copy.history}
    </Link>
  );
}

function Amount({ transaction: { amount, currency, pending } }: { transaction: Transaction }) {
  return (
    <p className="mt-3 flex flex-wrap items-center justify-center gap-2">
      <span
        className={classNames(
          'figures rounded-full px-4 py-1 text-lg font-semibold',
          amount < 0 ? 'bg-money-in-soft' : 'bg-sunken',
        )}
      >
        <Money amount={amount} currency={currency} flow />
      </span>
      {pending && <Badge tone="attention">{copy.pending}</Badge>}
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
      <span aria-hidden="true" className="min-w-0 truncate">
        {categoryLabel(effective_category)}
      </span>
      <span className="sr-only">
        {formatMessage(copy.changeCategory, { category: categoryLabel(effective_category) })}
      </span>
      <Pencil aria-hidden="true" className="size-3 shrink-0 text-muted" />
    </button>
  );
}

/** Shows the matching transaction of an internal transfer. */
function MatchingTransferButton({
  transaction: { excluded, transfer_pair_id: pairId },
  onShow,
}: {
  transaction: Transaction;
  onShow: (id: string) => void;
}) {
  if (excluded !== 'transfer' || pairId === null) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      className="mt-2 text-accent"
      onClick={() => onShow(pairId)}
    >
      <ArrowLeftRight aria-hidden="true" className="size-4" />
      {copy.showMatchingTransfer}
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
