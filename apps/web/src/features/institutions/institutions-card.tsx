import { Plus } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NotInDemo } from '../../ui/unavailable.tsx';
import { LinkedInstitutions } from './linked-institutions.tsx';

/** The linked institutions on the profile of a paid person. */
export function InstitutionsCard() {
  const demo = useDemoMode();
  return (
    <Card
      id="institutions"
      tabIndex={-1}
      title="Linked institutions"
      action={
        !demo && (
          <ButtonLink to={paths.link} variant="secondary" size="small">
            <Plus aria-hidden="true" className="size-4" />
            Link another
          </ButtonLink>
        )
      }
      bodyClass="px-5 pt-1 pb-3 sm:px-6"
    >
      {demo ? <NotInDemo /> : <LinkedInstitutions />}
    </Card>
  );
}
