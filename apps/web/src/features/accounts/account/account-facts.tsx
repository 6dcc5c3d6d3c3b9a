import { formatMessage } from '@cairn/contract/text/copy';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Money } from '../../../ui/money.tsx';
import type { Account } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { computeUtilization } from './utilization.ts';
import { UtilizationRing } from './utilization-ring.tsx';

/**
 * An account's key figures: the balance and limit of a card, the amount owed on a loan, or the current and available
 * balances of any other account.
 */
export function AccountFacts({ account }: { account: Account }) {
  const { balances, type, subtype, currency } = account;
  const { current, available, limit } = balances;
  const isCard = type === 'credit';
  const utilization = isCard ? computeUtilization(current, limit) : null;
  const name = type === 'loan' ? loanBalanceName(subtype) : accountsCopy.balance;
  const secondary = isCard
    ? { name: accountsCopy.limit, amount: limit }
    : type === 'loan'
      ? null
      : { name: accountsCopy.availableBalance, amount: available };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-5 sm:gap-x-6">
      <dl
        className={classNames(
          'flex gap-y-4 sm:flex-1 sm:flex-row sm:flex-wrap sm:gap-x-10',
          // On a phone, the facts form a column beside the ring, or without a ring two columns below the balance.
          utilization ? 'flex-col' : 'grow flex-wrap gap-x-4',
        )}
      >
        <Fact name={name} className="basis-full">
          <Amount amount={current} currency={currency} hero />
        </Fact>
        {secondary && (
          <Fact name={secondary.name}>
            <Amount amount={secondary.amount} currency={currency} />
          </Fact>
        )}
        {isCard && available !== null && (
          <Fact name={accountsCopy.availableCredit}>
            <Amount amount={available} currency={currency} />
          </Fact>
        )}
        {account.mask && (
          <Fact name={accountsCopy.accountNumber}>
            <span className="figures text-lg font-semibold">
              {formatMessage(accountsCopy.maskedNumber, { mask: account.mask })}
            </span>
          </Fact>
        )}
      </dl>
      {utilization && <UtilizationRing utilization={utilization} />}
    </div>
  );
}

const loanBalanceName = (subtype: string | null) =>
  subtype === 'mortgage' ? accountsCopy.loanBalance : accountsCopy.amountOwed;

function Fact({
  name,
  className = 'basis-[calc(50%-0.5rem)]',
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames(className, 'shrink-0 sm:basis-auto')}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 flex items-end sm:min-h-9">{children}</dd>
    </div>
  );
}

/** An amount, or a note that the bank doesn't provide it. */
function Amount({
  amount,
  currency,
  hero = false,
}: {
  amount: number | null;
  currency: string;
  hero?: boolean;
}) {
  if (amount === null) return <span className="text-muted">{accountsCopy.notProvided}</span>;
  return (
    <Money
      amount={amount}
      currency={currency}
      hero={hero}
      className={hero ? 'text-xl' : 'text-lg font-semibold'}
    />
  );
}
