import { Bitcoin } from 'lucide-react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** In place of what belongs to a crypto exchange, where this copy of the app knows none by that name. */
export function NoExchange() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <PageTitle>Crypto</PageTitle>
      <h1 className="sr-only">No such crypto exchange</h1>
      <EmptyState
        icon={Bitcoin}
        title="No such crypto exchange here"
        action={
          <ButtonLink to={paths.dashboard} variant="secondary">
            Home
          </ButtonLink>
        }
      >
        This copy of Cairn is not connected to it.
      </EmptyState>
    </div>
  );
}
