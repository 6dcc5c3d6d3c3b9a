import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { showToast, tellReadOnly } from '../../ui/toast.ts';
import { type Stream, type StreamChange, useChangeStream } from './recurring.api.ts';
import { kindsOf } from './stream-words.ts';

/** What a person may say of a stream. No sync takes it back. */
export function StreamChoices({ stream }: { stream: Stream }) {
  const change = useChangeStream(stream.stream_id);
  const demo = useDemoMode();
  // Shown at once, and taken back if it is refused.
  const wanted = change.isPending ? change.variables.kind : undefined;
  const say = (what: StreamChange, done?: () => void) => {
    if (demo) tellReadOnly();
    else change.mutate(what, { onSuccess: () => done?.() });
  };
  return (
    <Card title="What you say of it" bodyClass="flex flex-col gap-5 p-5 sm:p-6">
      <Name stream={stream} busy={change.isPending} say={say} />
      <Kind stream={stream} kind={wanted === undefined ? stream.kind : wanted} say={say} />
      <FormError>{change.error?.message}</FormError>
      <div className="flex flex-wrap gap-2">
        {stream.dismissed ? (
          <Button variant="secondary" onClick={() => say({ dismissed: false })}>
            Undo dismissal
          </Button>
        ) : (
          <>
            <Button
              variant={stream.confirmed ? 'secondary' : 'primary'}
              onClick={() => say({ confirmed: !stream.confirmed })}
            >
              <Check aria-hidden="true" className="size-4" />
              {stream.confirmed ? 'Confirmed: take back' : 'Confirm'}
            </Button>
            <Button
              variant="ghost"
              onClick={() =>
                say({ dismissed: true }, () =>
                  showToast({
                    title: 'Dismissed',
                    description: 'It stays among the ended ones.',
                    action: { label: 'Undo', onPress: () => say({ dismissed: false }) },
                  }),
                )
              }
            >
              Dismiss
            </Button>
          </>
        )}
      </div>
      <p className="text-xs text-muted">
        {stream.dismissed
          ? 'You said that this does not repeat: it is neither expected nor a bill.'
          : 'Dismiss what does not repeat: it is then neither expected nor a bill.'}
      </p>
    </Card>
  );
}

type Say = (what: StreamChange, done?: () => void) => void;

function Name({ stream, busy, say }: { stream: Stream; busy: boolean; say: Say }) {
  const saved = stream.name ?? '';
  const [typed, setTyped] = useState(saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    say({ name: typed }, () => setTyped(typed.trim()));
  };
  return (
    <form onSubmit={save} className="flex items-end gap-2">
      <Field
        className="min-w-0 grow"
        label="Your name for it"
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
        spent={typed.trim() === saved}
      >
        Rename
      </Button>
    </form>
  );
}

function Kind({ stream, kind, say }: { stream: Stream; kind: string | null; say: Say }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">This is</p>
      <SegmentedChoice
        label="What it is"
        value={kind ?? 'unsaid'}
        onChange={(next) => say({ kind: next === 'unsaid' ? null : next })}
        options={[{ value: 'unsaid', label: 'Not said' }, ...kindsOf(stream)]}
      />
    </div>
  );
}
