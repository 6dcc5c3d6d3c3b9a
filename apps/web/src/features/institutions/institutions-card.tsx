import { Plus } from 'lucide-react';
import { startLink } from '../../domain/start-link.ts';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NotInDemo } from '../../ui/feedback/unavailable.tsx';
import { useInstitutions } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';
import { LinkedInstitutions } from './linked-institutions.tsx';

/** The linked institutions on a paid user's profile. */
export function InstitutionsCard() {
  const demo = useDemoMode();
  const hasNone = useInstitutions().data?.link_tokens.length === 0;
  return (
    <Card
      id="institutions"
      tabIndex={-1}
      title={institutionsCopy.cardTitle}
      action={
        !demo && (
          <ButtonLink
            {...(hasNone ? { to: paths.link } : startLink)}
            variant="secondary"
            size="small"
          >
            <Plus aria-hidden="true" className="size-4" />
            {hasNone ? institutionsCopy.linkFirst : institutionsCopy.linkAnother}
          </ButtonLink>
        )
      }
      bodyClass="px-5 pt-1 pb-3 sm:px-6"
    >
      {demo ? <NotInDemo /> : <LinkedInstitutions />}
    </Card>
  );
}
