import { Bitcoin } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { frameCopy } from '../frame.copy.ts';

/** Replaces an exchange's page if this installation isn't configured for that exchange. */
export function UnknownExchange() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <PageTitle>{frameCopy.unknownExchange.pageTitle}</PageTitle>
      <h1 className="sr-only">{frameCopy.unknownExchange.heading}</h1>
      <EmptyState
        icon={Bitcoin}
        title={frameCopy.unknownExchange.title}
        action={
          <ButtonLink to={paths.dashboard} variant="secondary">
            {frameCopy.home}
          </ButtonLink>
        }
      >
        {frameCopy.unknownExchange.detail}
      </EmptyState>
    </div>
  );
}
