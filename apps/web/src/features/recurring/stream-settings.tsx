import { isSubscription } from '@cairn/contract/rules/subscriptions';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FormError } from '../../ui/form/field.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { showReadOnlyToast, showToast } from '../../ui/overlay/toast.ts';
import { type Stream, type StreamChange, useChangeStream } from './recurring.api.ts';
import { recurringCopy } from './recurring.copy.ts';
import { streamKinds } from './stream-labels.ts';

const copy = recurringCopy.settings;

/** The user's settings for a stream: its name, its type, and whether it is confirmed or dismissed. */
export function StreamSettings({ stream }: { stream: Stream }) {
  const change = useChangeStream(stream.stream_id);
  const demo = useDemoMode();
  // A new type shows immediately and reverts if the server rejects it.
  const pendingKind = change.isPending ? change.variables.kind : undefined;
  const update: Update = (changes, onSuccess) => {
    if (demo) showReadOnlyToast();
    else change.mutate(changes, { onSuccess: () => onSuccess?.() });
  };
  return (
    <Card title={copy.title} bodyClass="flex flex-col gap-5 p-5 sm:p-6">
      <NameField stream={stream} busy={change.isPending} update={update} />
      <KindChoice
        stream={stream}
        kind={pendingKind === undefined ? stream.kind : pendingKind}
        update={update}
      />
      <FormError>{change.error?.message}</FormError>
      <div className="flex flex-wrap gap-2">
        {stream.dismissed ? (
          <Button variant="secondary" onClick={() => update({ dismissed: false })}>
            {copy.undoDismissal}
          </Button>
        ) : (
          <>
            <Button
              variant={stream.confirmed ? 'secondary' : 'primary'}
              onClick={() => update({ confirmed: !stream.confirmed })}
            >
              <Check aria-hidden="true" className="size-4" />
              {stream.confirmed ? copy.undoConfirmation : copy.confirm}
            </Button>
            <Button
              variant="ghost"
              onClick={() =>
                update({ dismissed: true }, () =>
                  showToast({
                    title: copy.dismissedToast,
                    description: copy.dismissedToastHint,
                    action: {
                      label: copy.undo,
                      // Dismissing a stream removes its confirmation, so undoing the dismissal restores it.
                      onPress: () =>
                        update(stream.confirmed ? { confirmed: true } : { dismissed: false }),
                    },
                  }),
                )
              }
            >
              {copy.dismiss}
            </Button>
          </>
        )}
      </div>
      <p className="text-xs text-muted">
        {stream.dismissed ? copy.dismissedHint : copy.dismissHint}
      </p>
    </Card>
  );
}

type Update = (changes: StreamChange, onSuccess?: () => void) => void;

function NameField({ stream, busy, update }: { stream: Stream; busy: boolean; update: Update }) {
  const saved = stream.name ?? '';
  const [typed, setTyped] = useState(saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    update({ name: typed }, () => setTyped(typed.trim()));
  };
  return (
    <form onSubmit={save} className="flex items-end gap-2">
      <Field
        className="min-w-0 grow"
        label={copy.name}
        value={typed}
        maxLength={80}
        placeholder={stream.merchant_name ?? stream.description}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="h-11"
        busy={busy}
        disabledFocusable={typed.trim() === saved}
      >
        {copy.rename}
      </Button>
    </form>
  );
}

function KindChoice({
  stream,
  kind,
  update,
}: {
  stream: Stream;
  kind: string | null;
  update: Update;
}) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{copy.type}</p>
      <SegmentedControl
        label={copy.type}
        value={kind ?? 'unset'}
        onChange={(next) => update({ kind: next === 'unset' ? null : next })}
        options={[{ value: 'unset', label: copy.noType }, ...streamKinds(stream)]}
      />
      {kind === null && isSubscription({ ...stream, kind: null }) && (
        <p className="mt-2 text-xs text-muted">{copy.countedAsSubscription}</p>
      )}
    </div>
  );
}
