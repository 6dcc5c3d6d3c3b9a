import { Landmark, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { exitNote } from './exit-note.ts';
import { useLinkFlow } from './link-flow.ts';
import { useLinkInstitution, useLinkScript, useLinkToken } from './linking.api.ts';

/** A finished link. */
export interface Linked {
  readonly itemId: string;
  readonly institution: string;
}

/** Invites to link a bank, and runs the bank's own link flow. */
export function LinkBank({ onLinked }: { onLinked: (linked: Linked) => void }) {
  const token = useLinkToken(true);
  const script = useLinkScript(true);
  const link = useLinkInstitution();
  const [note, setNote] = useState<string | null>(null);
  const flow = useLinkFlow();

  const open = () => {
    if (!token.data || !script.data) return;
    setNote(null);
    link.reset();
    flow.start(
      script.data.create({
        token: token.data.token,
        onSuccess: (publicToken, metadata) => {
          flow.end();
          if (publicToken === null) return;
          link.mutate(
            { public_token: publicToken, metadata },
            {
              onSuccess: ({ item_id }) =>
                onLinked({ itemId: item_id, institution: institutionName(metadata) }),
            },
          );
          // A link token is used up by a link.
          token.refetch();
        },
        onExit: (error) => {
          flow.end();
          if (error?.error_code === 'INVALID_LINK_TOKEN') token.refetch();
          setNote(exitNote(error));
        },
      }),
    );
  };

  if (script.isError) {
    return (
      <ErrorState
        title="The bank's link page did not load"
        detail="Cairn links banks through a script of its bank-data provider. A content blocker or the network may have stopped it. Allow it, then try again."
        retry={() => script.refetch()}
        retrying={script.isFetching}
      />
    );
  }
  if (token.isError && !token.data) {
    return (
      <ErrorState
        title="Linking is not possible right now"
        detail={token.error.message}
        retry={() => token.refetch()}
        retrying={token.isFetching}
      />
    );
  }
  return (
    <Invitation
      ready={token.data !== undefined && script.data !== undefined}
      busy={link.isPending || flow.running}
      note={link.error?.message ?? note}
      onOpen={open}
    />
  );
}

/** What linking is, the button that starts it, and what became of the last try. */
function Invitation({
  ready,
  busy,
  note,
  onOpen,
}: {
  ready: boolean;
  busy: boolean;
  note: string | null;
  onOpen: () => void;
}) {
  return (
    <>
      <span className="mx-auto grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent">
        <Landmark aria-hidden="true" className="size-7" strokeWidth={1.75} />
      </span>
      <h1 className="mt-6 text-lg font-semibold sm:text-xl">Link your bank</h1>
      <p className="mt-3 text-base text-pretty text-muted">
        Choose your bank, sign in with it, and pick the accounts you want to see here. You can link
        as many banks as you have.
      </p>
      <Button size="large" className="mt-7 w-full" disabled={!ready} busy={busy} onClick={onOpen}>
        Link a bank account
      </Button>
      <FormError className="mt-4">{note}</FormError>
      <p className="mt-6 flex items-start justify-center gap-2 text-left text-xs text-muted">
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
        Your bank password goes to your bank's link page and never to Cairn. Cairn can read balances
        and transactions; it can't move money.
      </p>
    </>
  );
}

/** The bank's name as the link flow tells it; only shown until the server has its own. */
function institutionName(metadata: Record<string, unknown>): string {
  const { institution } = metadata;
  const named = typeof institution === 'object' && institution !== null && 'name' in institution;
  return named && typeof institution.name === 'string' ? institution.name : 'your bank';
}
