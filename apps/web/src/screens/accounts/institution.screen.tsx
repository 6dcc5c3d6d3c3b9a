import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { InstitutionAccounts } from '../../features/accounts/list/institution-accounts.tsx';
import { InstitutionPanel } from '../../features/institutions/institution-panel.tsx';
import { useInstitution } from '../../features/institutions/institutions.api.ts';
import { ConsentOffers } from '../../features/linking/consent-offers.tsx';
import { ReconnectButton } from '../../features/linking/reconnect-button.tsx';
import { paths } from '../../paths.ts';
import { formatInstitution } from '../../platform/formats/formats.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { screensCopy } from '../screens.copy.ts';

/** A linked item. */
export function Component() {
  const { institutionId = '' } = useParams();
  const { data } = useInstitution(institutionId);
  return (
    <>
      <PageTitle>
        {data === undefined
          ? screensCopy.institution.fallbackTitle
          : formatInstitution(data.token.item_details)}
      </PageTitle>
      <Link
        to={paths.accounts}
        className="mb-2 inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {screensCopy.accounts.title}
      </Link>
      <InstitutionPanel
        key={institutionId}
        id={institutionId}
        reconnect={(props) => <ReconnectButton {...props} />}
        offers={<ConsentOffers linkId={institutionId} className="mb-6" />}
        accounts={(accounts) => <InstitutionAccounts accounts={accounts} />}
      />
    </>
  );
}
