import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { exitNote } from './exit-note.ts';
import { useLinkFlow } from './link-flow.ts';
import { useLinkScript, useStartSync, useUpdateToken } from './linking.api.ts';

/**
 * Has the person sign in at a bank again that wants them to: the link script in update mode. The key
 * stays the same, so nothing is exchanged afterwards; a sync shows whether it worked.
 */
export function ReconnectButton({ itemId }: { itemId: string }) {
  const script = useLinkScript(true);
  const token = useUpdateToken();
  const sync = useStartSync();
  const flow = useLinkFlow();
  const [note, setNote] = useState<string | null>(null);

  const open = async () => {
    setNote(null);
    const link = script.data ?? (await script.refetch()).data;
    if (link === undefined) return setNote('The bank’s link page did not load. Please try again.');
    token.mutate(itemId, {
      onSuccess: (fresh) =>
        flow.start(
          link.create({
            token: fresh.token,
            onSuccess: () => {
              flow.end();
              sync.mutate(undefined, {
                onSuccess: () => showToast({ title: 'Reconnected. Asking for what is new.' }),
              });
            },
            onExit: (error) => {
              flow.end();
              setNote(exitNote(error));
            },
          }),
        ),
    });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="small"
        busy={token.isPending || flow.running || sync.isPending || script.isFetching}
        onClick={open}
      >
        Reconnect
      </Button>
      <FormError>{token.error?.message ?? sync.error?.message ?? note}</FormError>
    </div>
  );
}
