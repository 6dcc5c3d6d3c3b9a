import type { ReactNode } from 'react';
import { Money } from '../../ui/money.tsx';
import type { Account } from './accounts.api.ts';
import { utilizationOf } from './utilization.ts';
import { UtilizationRing } from './utilization-ring.tsx';

/** What an account holds: of a card what is owed and its limit, of a loan what is left of it. */
export function AccountFacts({ account }: { account: Account }) {
  const { balances, type, subtype, currency } = account;
  const { current, available, limit } = balances;
  const isCard = type === 'credit';
  const utilization = isCard ? utilizationOf(current, limit) : null;
  const name = isCard ? 'Balance' : type === 'loan' ? loanName(subtype) : 'Balance';
  const besides = isCard
    ? { name: 'Limit', amount: limit }
    : type === 'loan'
      ? null
      : { name: 'Available balance', amount: available };
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-5">
      <dl className="flex grow flex-wrap gap-x-10 gap-y-4">
        <Fact name={name}>
          <Amount amount={current} currency={currency} hero />
        </Fact>
        {besides && (
          <Fact name={besides.name}>
            <Amount amount={besides.amount} currency={currency} />
          </Fact>
        )}
        {isCard && available !== null && (
          <Fact name="Available credit">
            <Amount amount={available} currency={currency} />
          </Fact>
        )}
        {account.mask && (
          <Fact name="Account number ends in">
            <span className="figures text-lg font-semibold">{account.mask}</span>
          </Fact>
        )}
      </dl>
      {utilization && <UtilizationRing utilization={utilization} />}
    </div>
  );
}

const loanName = (subtype: string | null) =>
  subtype === 'mortgage' ? 'Loan balance' : 'Amount owed';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 flex min-h-9 items-end">{children}</dd>
    </div>
  );
}

/** An amount, or that the bank tells none. */
function Amount({
  amount,
  currency,
  hero = false,
}: {
  amount: number | null;
  currency: string;
  hero?: boolean;
}) {
  if (amount === null) return <span className="text-muted">Not told by the bank</span>;
  return (
    <Money
      amount={amount}
      currency={currency}
      hero={hero}
      className={hero ? 'text-xl' : 'text-lg font-semibold'}
    />
  );
}
