import { Hammer } from 'lucide-react';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** An address of the app whose feature is still being built. */
export function Component() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>Not finished yet · Cairn</title>
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
