import { Hammer } from 'lucide-react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** In place of a screen whose feature is still being built. */
export function NotFinished() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <PageTitle>Not finished yet</PageTitle>
      <h1 className="sr-only">This part of Cairn is not finished yet</h1>
      <EmptyState
        icon={Hammer}
        title="This part of Cairn is not finished yet"
        action={
          <ButtonLink to={paths.dashboard} variant="secondary">
            Home
          </ButtonLink>
        }
      >
        It is being built. The dashboard and your transactions are there already.
      </EmptyState>
    </div>
  );
}
