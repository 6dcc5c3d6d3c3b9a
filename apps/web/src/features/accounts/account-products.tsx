import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueryError } from '../../ui/states.tsx';
import { type Account, useHoldings, useLiability } from './accounts.api.ts';
import { DebtCard } from './debt-card.tsx';
import { HoldingsCard } from './holdings-card.tsx';

/**
 * Whether it is known what is said of an account beside its balance, or that it can't be known just now: what
 * stands below it waits for that, for its room is known only then.
 */
export function useProductsSettled(id: string): boolean {
  const queries = [useLiability(id), useHoldings(id)];
  return queries.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
}

const missing = classNames(cardClass, 'mt-6');

/** What a card or loan owes next, or what an investment account holds; nothing where nobody says. */
export function AccountProducts({ account: { account_id: id, type } }: { account: Account }) {
  const liability = useLiability(id);
  const holdings = useHoldings(id);
  // What fails of an account that has no such thing is nobody's trouble.
  const isDebt = type === 'credit' || type === 'loan';
  const isInvested = type === 'investment';
  const [debt] = liability.data?.liabilities ?? [];
  const [held] = holdings.data?.accounts ?? [];
  return (
    <>
      {isDebt && (
        <QueryError what="The next payment" query={liability} stale="mt-6" missing={missing} />
      )}
      {debt && <DebtCard debt={debt} updatedAt={liability.dataUpdatedAt} />}
      {isInvested && (
        <QueryError what="The holdings" query={holdings} stale="mt-6" missing={missing} />
      )}
      {held && <HoldingsCard account={held} updatedAt={holdings.dataUpdatedAt} />}
    </>
  );
}
