import type { ReactNode } from 'react';
import { Card, cardClass } from '../../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { ProvenMoney } from '../../../ui/proven-money.tsx';
import { mainCurrency } from '../account-labels.ts';
import { noLinkedAccountsMessage, useGroupedAccounts } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { type BalanceSheetGroup, splitByBalanceSheetSide } from './account-sides.ts';
import { SideGroups } from './side-groups.tsx';

const copy = accountsCopy.sides;

/** The accounts behind the net worth: assets and debts, by type. */
export function NetWorthSides({
  totals,
  moreAssets,
}: {
  /** The server's totals. Undefined while they load. */
  totals: { assets: number; debts: number } | undefined;
  /** Groups of assets that aren't accounts. */
  moreAssets?: ReactNode;
}) {
  const query = useGroupedAccounts();
  const { data, error } = query;
  const currency = mainCurrency(
    Object.values(data?.accounts ?? {}).flatMap(({ accounts }) => accounts),
  );
  const { assets, debts } = data ? splitByBalanceSheetSide(data) : { assets: [], debts: [] };
  if (!data) {
    return (
      <>
        <QueryError
          subject={accountsCopy.subjects.accounts}
          query={query}
          bannerClass=""
          errorClass={`${cardClass} mt-6 min-h-60 justify-center`}
        />
        {!error && <Loading />}
      </>
    );
  }
  // Without accounts, the net worth card shows the empty state.
  if (data.msg === noLinkedAccountsMessage && !moreAssets) return null;
  return (
    <>
      <QueryError
        subject={accountsCopy.subjects.accounts}
        query={query}
        bannerClass="mt-6"
        errorClass=""
      />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Side
          title={copy.assets}
          of="assets"
          groups={assets}
          total={totals?.assets}
          currency={currency}
          empty={copy.noAssets}
        >
          {moreAssets}
        </Side>
        <Side
          title={copy.debts}
          of="debts"
          groups={debts}
          total={totals?.debts}
          currency={currency}
          empty={copy.noDebts}
        />
      </div>
    </>
  );
}

function Side({
  title,
  of,
  groups,
  total,
  currency,
  empty,
  children,
}: {
  title: string;
  of: 'assets' | 'debts';
  groups: readonly BalanceSheetGroup[];
  total: number | undefined;
  currency: string;
  empty: string;
  children?: ReactNode;
}) {
  return (
    <Card
      title={title}
      action={
        total !== undefined && (
          <ProvenMoney
            of={of}
            amount={total}
            currency={currency}
            className="text-base font-semibold"
          />
        )
      }
      bodyClass="pt-3"
    >
      {groups.length === 0 && !children && <p className="px-5 pb-5 text-muted sm:px-6">{empty}</p>}
      <SideGroups groups={groups} currency={currency} label={title} />
      {children}
    </Card>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2">
      <LoadingAnnouncement>{accountsCopy.loadingAccounts}</LoadingAnnouncement>
      {placeholderKeys(2).map((key) => (
        <Skeleton key={key} className="h-72 rounded-card" />
      ))}
    </div>
  );
}
