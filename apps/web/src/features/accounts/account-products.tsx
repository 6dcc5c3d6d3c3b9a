import { QueryError } from '../../ui/states.tsx';
import { useHoldings, useLiability } from './accounts.api.ts';
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

/** What a card or loan owes next, or what an investment account holds; nothing where nobody says. */
export function AccountProducts({ id }: { id: string }) {
  const liability = useLiability(id);
  const holdings = useHoldings(id);
  const [debt] = liability.data?.liabilities ?? [];
  const [held] = holdings.data?.accounts ?? [];
  return (
    <>
      <QueryError what="The next payment" query={liability} stale="mt-6" missing="mt-6" />
      {debt && <DebtCard debt={debt} updatedAt={liability.dataUpdatedAt} />}
      <QueryError what="The holdings" query={holdings} stale="mt-6" missing="mt-6" />
      {held && <HoldingsCard account={held} updatedAt={holdings.dataUpdatedAt} />}
    </>
  );
}
