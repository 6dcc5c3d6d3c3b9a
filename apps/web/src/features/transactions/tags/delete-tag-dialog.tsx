import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { type Tag, useDeleteTag } from './tags.api.ts';

const copy = transactionsCopy.tags;

/** Confirms the deletion of a tag, which can't be undone. Mounted while open. */
export function DeleteTagDialog({
  tag: { id, name },
  onClosed,
}: {
  tag: Tag;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { mutate, error, isPending } = useDeleteTag(id);
  const onSuccess = () => {
    setOpen(false);
    showToast({ title: formatMessage(copy.deleted, { name }) });
  };
  return (
    <Dialog
      title={formatMessage(copy.deleteTitle, { name })}
      description={copy.deleteDescription}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {transactionsCopy.cancel}
          </Button>
          <Button
            variant="danger"
            busy={isPending}
            onClick={() => mutate(undefined, { onSuccess })}
          >
            {copy.delete}
          </Button>
        </>
      }
    >
      {error && (
        <FormError>{formatMessage(copy.deleteFailed, { reason: error.message })}</FormError>
      )}
    </Dialog>
  );
}
