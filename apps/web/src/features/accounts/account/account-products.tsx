import { cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { type Account, useHoldings, useLiability } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { HoldingsCard } from '../investments/holdings-card.tsx';
import { DebtCard } from './debt-card.tsx';

/**
 * True once the account's liability and holdings have loaded or failed to load. The content below them waits until
 * then, so that they don't push it down.
 */
export function useProductsSettled(id: string): boolean {
  const queries = [useLiability(id), useHoldings(id)];
  return queries.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
}

const errorClass = classNames(cardClass, 'mt-6');

/** The next payment of a card or loan, or the holdings of an investment account, if the institution reports them. */
export function AccountProducts({ account: { account_id: id, type } }: { account: Account }) {
  const liability = useLiability(id);
  const holdings = useHoldings(id);
  // A failed query is shown only for accounts that can have the data.
  const isDebt = type === 'credit' || type === 'loan';
  const isInvestment = type === 'investment';
  const [debt] = liability.data?.liabilities ?? [];
  const [reported] = holdings.data?.accounts ?? [];
  return (
    <>
      {isDebt && (
        <QueryError
          subject={accountsCopy.subjects.nextPayment}
          query={liability}
          bannerClass="mt-6"
          placeholderClass={errorClass}
        />
      )}
      {debt && <DebtCard debt={debt} updatedAt={liability.dataUpdatedAt} />}
      {isInvestment && (
        <QueryError
          subject={accountsCopy.subjects.holdings}
          query={holdings}
          bannerClass="mt-6"
          placeholderClass={errorClass}
        />
      )}
      {reported && <HoldingsCard account={reported} updatedAt={holdings.dataUpdatedAt} />}
    </>
  );
}
