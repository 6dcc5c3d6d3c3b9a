import { Landmark, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { exitNote } from './exit-note.ts';
import { FirstSyncs } from './first-syncs.tsx';
import { type Linked, useHandIn } from './hand-in.ts';
import { useLinkFlow } from './link-flow.ts';
import { LinkedAlready } from './linked-already.tsx';
import { useLinkScript, useLinkToken } from './linking.api.ts';
import { WithdrawnNotes } from './withdrawn-note.tsx';

/** Invites to link a bank, and runs the bank's own link flow. */
export function LinkBank({
  onLinked,
  onUpdated,
}: {
  onLinked: (linked: Linked) => void;
  /** It was linked already, and that connection has been brought up to date. */
  onUpdated: () => void;
}) {
  const handIn = useHandIn(onLinked);
  const { token, script, flow, note, open } = useNewBank(handIn);

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
    <>
      {/* There from the start: what comes into it is read out. */}
      <div role="status" className="contents">
        <WithdrawnNotes className="mb-6" />
      </div>
      {!handIn.busy && !flow.running && <FirstSyncs />}
      <Invitation
        busy={!token.data || !script.data || handIn.busy || flow.running}
        handingIn={handIn.busy}
        note={handIn.error?.message ?? note}
        onOpen={open}
        kept={handIn.again && { onSend: handIn.again, onDrop: handIn.drop }}
      />
      {handIn.twice && (
        <LinkedAlready
          {...handIn.twice}
          onUpdated={() => {
            handIn.drop();
            onUpdated();
          }}
          onClosed={handIn.drop}
        />
      )}
    </>
  );
}

/** What the bank's own link flow needs, and the flow itself: what it brings is handed in. */
function useNewBank(handIn: ReturnType<typeof useHandIn>) {
  const token = useLinkToken(true);
  const script = useLinkScript(true);
  const [note, setNote] = useState<string | null>(null);
  const flow = useLinkFlow();

  const open = () => {
    if (!token.data || !script.data) return;
    setNote(null);
    handIn.reset();
    flow.start(
      script.data.create({
        token: token.data.token,
        onSuccess: (publicToken, metadata) => {
          flow.end();
          // A link token is used up by a link.
          token.refetch();
          if (publicToken !== null) handIn.bring({ public_token: publicToken, metadata });
        },
        onExit: (error) => {
          flow.end();
          if (error?.error_code === 'INVALID_LINK_TOKEN') token.refetch();
          setNote(exitNote(error));
        },
      }),
    );
  };
  return { token, script, flow, note, open };
}

/** What linking is, the button that starts it, and what became of the last try. */
function Invitation({
  busy,
  handingIn,
  note,
  onOpen,
  kept,
}: {
  busy: boolean;
  /** What was chosen at a bank is on its way to the server. */
  handingIn: boolean;
  note: string | null;
  onOpen: () => void;
  /** What was shared at a bank is still in hand after a fault: it can be handed in again, or let go. */
  kept: { onSend: () => void; onDrop: () => void } | null;
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
      <Button
        size="large"
        className="mt-7 w-full"
        busy={busy}
        onClick={kept === null ? onOpen : kept.onSend}
      >
        {kept === null ? 'Link a bank account' : 'Try again'}
      </Button>
      <div role="status" className="contents">
        {handingIn && <p className="mt-3 text-muted">Linking what you chose at your bank…</p>}
      </div>
      <FormError className="mt-4">
        {kept === null ? note : `${note} What you have chosen at your bank is kept.`}
      </FormError>
      {kept !== null && (
        <Button variant="ghost" className="mt-2 w-full" onClick={kept.onDrop}>
          Start over
        </Button>
      )}
      <p className="mt-6 flex items-start justify-center gap-2 text-left text-xs text-muted">
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
        Your bank password goes to your bank's link page and never to Cairn. Cairn can read balances
        and transactions; it can't move money.
      </p>
    </>
  );
}
