import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { AccountName } from '../../../ui/account-name.tsx';
import { Money } from '../../../ui/money.tsx';
import { notCountedReason, shownBalance } from '../account-labels.ts';
import type { Account } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { AccountIcon } from './account-icon.tsx';
import { AccountLogo } from './account-logo.tsx';

/** One account in a list, with the reason if it isn't counted. Its name links to its page. */
export function AccountLine({
  account,
  currency,
  note = account.institution_name,
  mark = 'institution',
}: {
  account: Account;
  currency: string;
  /** The line below the name: the institution by default. */
  note?: string;
  /** Whether to show the institution's logo or, in a list of one institution's accounts, the icon of the type. */
  mark?: 'institution' | 'type';
}) {
  const balance = shownBalance(account);
  const reason = account.hidden
    ? accountsCopy.notCounted.hidden
    : notCountedReason(account, currency);
  return (
    <li className="relative flex items-center gap-3 px-5 py-2.5 transition-colors hover:bg-sunken/60 sm:px-6">
      {mark === 'institution' ? (
        <AccountLogo account={account} />
      ) : (
        <AccountIcon account={account} />
      )}
      <span className="min-w-0 grow">
        <Link
          to={paths.account(account.account_id)}
          className="flex min-h-6 min-w-0 items-center after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <AccountName name={account.name} mask={account.mask} wraps className="font-medium" />
        </Link>
        <span className="block text-xs wrap-anywhere text-muted">{note}</span>
        {reason && <span className="block text-xs text-attention">{reason}</span>}
      </span>
      {balance === null ? (
        <span className="text-muted">
          –<span className="sr-only">{accountsCopy.noBalance}</span>
        </span>
      ) : (
        <Money
          amount={balance}
          currency={account.currency}
          className={reason ? 'text-muted' : 'font-medium'}
        />
      )}
    </li>
  );
}
