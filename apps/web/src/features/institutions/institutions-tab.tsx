import { Landmark, Plus } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useConfig } from '../../platform/config.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { NotInDemo, PaidOnly } from '../../ui/feedback/unavailable.tsx';
import { ExchangeSection } from './exchange-section.tsx';
import { institutionsCopy } from './institutions.copy.ts';
import { LinkedInstitutions } from './linked-institutions.tsx';

/** The settings tab with the linked institutions and the exchange. */
export function InstitutionsTab({
  onUpgrade,
  onClose,
}: {
  onUpgrade: () => void;
  onClose: () => void;
}) {
  const demo = useDemoMode();
  const paid = useSession()?.claims.subscription === 'paid';
  const exchange = useConfig()?.exchange_name ?? null;
  if (demo) return <NotInDemo />;
  if (!paid) {
    return (
      <PaidOnly icon={Landmark} title={institutionsCopy.paidOnly.title} onUpgrade={onUpgrade}>
        {institutionsCopy.paidOnly.text}
      </PaidOnly>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="linked-institutions">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 id="linked-institutions" className="font-semibold">
            {institutionsCopy.tabTitle}
          </h3>
          <ButtonLink to={paths.link} variant="secondary" size="small" onClick={onClose}>
            <Plus aria-hidden="true" className="size-4" />
            {institutionsCopy.linkNew}
          </ButtonLink>
        </div>
        <LinkedInstitutions onClose={onClose} />
      </section>
      {exchange !== null && <ExchangeSection name={exchange} onClose={onClose} />}
    </div>
  );
}
