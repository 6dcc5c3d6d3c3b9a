import { Landmark, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { useSession } from '../../../platform/session/session.ts';
import { AccountName } from '../../../ui/account-name.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, QueryError } from '../../../ui/feedback/states.tsx';
import { NotInDemo, PaidOnly } from '../../../ui/feedback/unavailable.tsx';
import { brandColors, InstitutionLogo } from '../../../ui/institution-logo.tsx';
import { Money } from '../../../ui/money.tsx';
import { groupLabel, shownBalance } from '../account-labels.ts';
import { type Account, type AccountGroup, useAllGroupedAccounts } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { AccountIcon } from './account-icon.tsx';
import { institutionBrand } from './account-logo.tsx';
import { assetsFirst } from './account-sides.ts';

/** The settings tab with all accounts, including hidden ones. */
export function AccountsTab({
  onUpgrade,
  onClose,
}: {
  onUpgrade: () => void;
  onClose: () => void;
}) {
  const demo = useDemoMode();
  const paid = useSession()?.claims.subscription === 'paid';
  if (demo) return <NotInDemo />;
  if (!paid) {
    return (
      <PaidOnly icon={Wallet} title={accountsCopy.paidOnly.title} onUpgrade={onUpgrade}>
        {accountsCopy.paidOnly.text}
      </PaidOnly>
    );
  }
  return <AllAccounts onClose={onClose} />;
}

function AllAccounts({ onClose }: { onClose: () => void }) {
  const query = useAllGroupedAccounts();
  const { data, error } = query;
  const groups = data ? assetsFirst(data.accounts) : [];
  return (
    <section aria-labelledby="all-accounts">
      <h3 id="all-accounts" className="text-xs font-semibold tracking-wider text-muted">
        {accountsCopy.settingsHeading}
      </h3>
      <QueryError
        subject={accountsCopy.subjects.accounts}
        query={query}
        bannerClass="mt-3"
        placeholderClass="py-6"
      />
      {!data && !error && <Loading />}
      {data && groups.length === 0 && (
        <EmptyState
          icon={Landmark}
          title={accountsCopy.noAccounts.title}
          className="py-6"
          action={
            <ButtonLink to={paths.link} onClick={onClose}>
              {accountsCopy.linkBank}
            </ButtonLink>
          }
        >
          {accountsCopy.noAccounts.text}
        </EmptyState>
      )}
      {groups.map(([name, group]) => (
        <Group key={name} name={name} group={group} onClose={onClose} />
      ))}
    </section>
  );
}

function Group({
  name,
  group,
  onClose,
}: {
  name: string;
  group: AccountGroup;
  onClose: () => void;
}) {
  const label = groupLabel(name);
  return (
    <>
      <h4 className="mt-4 mb-2 font-semibold">{label}</h4>
      <ul aria-label={label} className="flex flex-col gap-2">
        {group.accounts.map((account) => (
          <AccountCard key={account.account_id} account={account} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}

function AccountCard({ account, onClose }: { account: Account; onClose: () => void }) {
  const balance = shownBalance(account);
  const brand = brandColors(account.institution_color);
  return (
    <li
      className={classNames(
        brand.className,
        'relative flex items-center gap-3 rounded-control border border-line px-3 py-2.5 transition-colors hover:bg-sunken/60',
        // The left border has the institution's color.
        account.institution_color !== null && 'border-l-3 border-l-(--brand-ink)',
      )}
      style={brand.style}
    >
      <AccountIcon account={account} />
      <div className="min-w-0 grow">
        <Link
          to={paths.account(account.account_id)}
          onClick={onClose}
          className="flex min-h-6 min-w-0 items-center after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <AccountName name={account.name} mask={account.mask} className="font-medium" />
        </Link>
        <div className="mt-1 flex flex-wrap gap-1.5">
          <Badge className="max-w-full pl-1">
            <InstitutionLogo brand={institutionBrand(account)} size="small" />
            <span className="truncate">{account.institution_name}</span>
          </Badge>
          {account.hidden && <Badge tone="attention">{accountsCopy.hidden}</Badge>}
        </div>
      </div>
      {balance === null ? (
        <span className="text-muted">
          –<span className="sr-only">{accountsCopy.noBalance}</span>
        </span>
      ) : (
        <Money amount={balance} currency={account.currency} className="font-semibold" />
      )}
    </li>
  );
}

function Loading() {
  return (
    <div>
      <LoadingAnnouncement>{accountsCopy.loadingAccounts}</LoadingAnnouncement>
      {placeholderKeys(2).map((key) => (
        <div key={key} className="mt-4">
          <Skeleton className="mb-2 h-5 w-24" />
          <div className="flex items-center gap-3 rounded-control border border-line px-3 py-2.5">
            <Skeleton className="size-9 rounded-lg" />
            <div className="flex grow flex-col gap-2 py-0.5">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-4 w-24 rounded-full" />
            </div>
            <Skeleton className="h-5 w-20" />
          </div>
        </div>
      ))}
    </div>
  );
}
