import { useAccounts } from '../../features/accounts/accounts.api.ts';
import { RecurringPanel } from '../../features/recurring/recurring-panel.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** Recurring streams: all streams, payments due this month, and later payments. */
export function Component() {
  return (
    <>
      <PageTitle>{screensCopy.recurring.title}</PageTitle>
      <h1 className="mb-5 text-lg font-semibold">{screensCopy.recurring.title}</h1>
      <RecurringPanel emptyAction={<EmptyAction />} />
    </>
  );
}

/** Offers a user without streams to link a bank or, if one is linked, to see all transactions. */
function EmptyAction() {
  const { data, isPending } = useAccounts();
  if (isPending) return null;
  return data?.accounts.length === 0 ? (
    <ButtonLink to={paths.link}>{screensCopy.recurring.linkBank}</ButtonLink>
  ) : (
    <ButtonLink variant="secondary" to={paths.transactions}>
      {screensCopy.transactions.all}
    </ButtonLink>
  );
}
