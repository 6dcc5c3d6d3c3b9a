import { formatMessage } from '@cairn/contract/text/copy';
import { Landmark, LockKeyhole } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isStartLink } from '../../domain/start-link.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { AlreadyLinkedDialog } from './already-linked-dialog.tsx';
import { FirstSyncs } from './first-syncs.tsx';
import { linkExitMessage } from './link-exit-message.ts';
import { useLinkFlow } from './link-flow.ts';
import { useLinkScript, useLinkToken } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';
import { type NewlyLinkedItem, useSubmitLink } from './submit-link.ts';
import { WithdrawnAccessNotices } from './withdrawn-access-notices.tsx';

/** Invites the user to link a bank, and runs the aggregator's link flow. */
export function LinkBank({
  onLinked,
  onUpdated,
}: {
  onLinked: (linked: NewlyLinkedItem) => void;
  /** Called when the bank was already linked and the existing item was updated. */
  onUpdated: () => void;
}) {
  const submission = useSubmitLink(onLinked);
  const { token, script, flow, note, open } = useNewLink(submission);
  useStartOnArrival({
    ready: Boolean(token.data && script.data),
    blocked:
      token.isError ||
      script.isError ||
      submission.busy ||
      submission.retry !== null ||
      submission.duplicate !== null,
    start: open,
  });

  if (script.isError) {
    return (
      <ErrorState
        title={linkingCopy.scriptFailed.title}
        detail={linkingCopy.scriptFailed.text}
        retry={() => script.refetch()}
        retrying={script.isFetching}
      />
    );
  }
  if (token.isError && !token.data) {
    return (
      <ErrorState
        title={linkingCopy.tokenFailed}
        detail={token.error.message}
        retry={() => token.refetch()}
        retrying={token.isFetching}
      />
    );
  }
  return (
    <>
      {/* Mounted from the start, so that screen readers announce what is added to it. */}
      <div role="status" className="contents">
        <WithdrawnAccessNotices className="mb-6" />
      </div>
      {!submission.busy && !flow.running && <FirstSyncs />}
      <Invitation
        busy={!token.data || !script.data || submission.busy || flow.running}
        submitting={submission.busy}
        note={submission.error?.message ?? note}
        onOpen={open}
        pending={submission.retry && { onRetry: submission.retry, onDiscard: submission.discard }}
      />
      {submission.duplicate && (
        <AlreadyLinkedDialog
          {...submission.duplicate}
          onUpdated={() => {
            submission.discard();
            onUpdated();
          }}
          onClosed={submission.discard}
        />
      )}
    </>
  );
}

/** The link flow for a new bank, with the token and script that it needs. Submits its result. */
function useNewLink(submission: ReturnType<typeof useSubmitLink>) {
  const token = useLinkToken(true);
  const script = useLinkScript(true);
  const [note, setNote] = useState<string | null>(null);
  const flow = useLinkFlow();

  const open = () => {
    if (!token.data || !script.data) return;
    setNote(null);
    submission.reset();
    flow.start(
      script.data.create({
        token: token.data.token,
        onSuccess: (publicToken, metadata) => {
          flow.end();
          // A link token can be used once.
          token.refetch();
          if (publicToken !== null)
            submission.submitUnlessLinked({ public_token: publicToken, metadata });
        },
        onExit: (error) => {
          flow.end();
          if (error?.error_code === 'INVALID_LINK_TOKEN') token.refetch();
          setNote(linkExitMessage(error));
        },
      }),
    );
  };
  return { token, script, flow, note, open };
}

/**
 * Starts the flow without another press if the user came here through a button that promises that, as soon as
 * everything that the flow needs has loaded. If something blocks the flow, such as an error, the user sees the reason
 * and has to start the flow.
 */
function useStartOnArrival({
  ready,
  blocked,
  start,
}: {
  ready: boolean;
  blocked: boolean;
  start: () => void;
}) {
  const isStartRequested = isStartLink(useLocation().state);
  const navigate = useNavigate();
  const [isStarting, setIsStarting] = useState(false);
  const startNow = useEffectEvent(start);
  useEffect(() => {
    if (!isStartRequested) return;
    setIsStarting(true);
    // The request is removed from the history entry, so that neither going back nor a reload starts the flow again.
    navigate(paths.link, { replace: true, preventScrollReset: true });
  }, [isStartRequested, navigate]);
  useEffect(() => {
    if (!isStarting || !(ready || blocked)) return;
    setIsStarting(false);
    if (!blocked) startNow();
  }, [isStarting, ready, blocked]);
}

/** Explains linking, with the button that starts it and the result of the last attempt. */
function Invitation({
  busy,
  submitting,
  note,
  onOpen,
  pending,
}: {
  busy: boolean;
  /** True while the user's selection is being sent to the server. */
  submitting: boolean;
  note: string | null;
  onOpen: () => void;
  /** A link that couldn't be submitted, which can be retried or discarded. */
  pending: { onRetry: () => void; onDiscard: () => void } | null;
}) {
  const copy = linkingCopy.invitation;
  return (
    <>
      <span className="mx-auto grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent">
        <Landmark aria-hidden="true" className="size-7" strokeWidth={1.75} />
      </span>
      <h1 className="mt-6 text-lg font-semibold sm:text-xl">{copy.title}</h1>
      <p className="mt-3 text-base text-pretty text-muted">{copy.text}</p>
      <Button
        size="large"
        className="mt-7 w-full"
        busy={busy}
        onClick={pending === null ? onOpen : pending.onRetry}
      >
        {pending === null ? copy.link : copy.tryAgain}
      </Button>
      <div role="status" className="contents">
        {submitting && <p className="mt-3 text-muted">{copy.submitting}</p>}
      </div>
      <FormError className="mt-4">
        {pending === null || note === null
          ? note
          : formatMessage(copy.failedWithRetry, { error: note })}
      </FormError>
      {pending !== null && (
        <Button variant="ghost" className="mt-2 w-full" onClick={pending.onDiscard}>
          {copy.startOver}
        </Button>
      )}
      <p className="mt-6 flex items-start justify-center gap-2 text-left text-xs text-muted">
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
        {copy.privacy}
      </p>
    </>
  );
}
