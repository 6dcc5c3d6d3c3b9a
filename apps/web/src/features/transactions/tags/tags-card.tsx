import { formatMessage } from '@cairn/contract/text/copy';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { DeleteTagDialog } from './delete-tag-dialog.tsx';
import { TagChip } from './tag-chip.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { type Tag, useTags } from './tags.api.ts';

const copy = transactionsCopy.tags;

type OpenDialog = { action: 'create' } | { action: 'edit' | 'delete'; tag: Tag };

/** The user's tags, with buttons that create, edit, and delete them. */
export function TagsCard() {
  const query = useTags({ enabled: true });
  const { data, error } = query;
  const demo = useDemoMode();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const open = (dialog: OpenDialog) => (demo ? showReadOnlyToast() : setOpenDialog(dialog));
  const onClosed = () => setOpenDialog(null);
  return (
    <Card
      id="tags"
      tabIndex={-1}
      title={copy.title}
      action={
        data && (
          <Button variant="secondary" size="small" onClick={() => open({ action: 'create' })}>
            {copy.new}
          </Button>
        )
      }
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
    >
      <QueryError subject={copy.subject} query={query} bannerClass="my-2" placeholderClass="py-6" />
      {!data && !error && <Loading />}
      {data?.tags.length === 0 && <p className="pt-1 text-muted">{copy.intro}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {data?.tags.map((tag) => (
          <li key={tag.id} className="flex items-center gap-3 py-1.5">
            <span className="flex min-w-0 grow">
              <TagChip tag={tag} />
            </span>
            <span className="-mr-2 flex shrink-0">
              <IconButton
                label={formatMessage(copy.editNamed, { name: tag.name })}
                onClick={() => open({ action: 'edit', tag })}
              >
                <Pencil aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={formatMessage(copy.deleteNamed, { name: tag.name })}
                onClick={() => open({ action: 'delete', tag })}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {openDialog?.action === 'create' && <TagDialog onClosed={onClosed} />}
      {openDialog?.action === 'edit' && <TagDialog tag={openDialog.tag} onClosed={onClosed} />}
      {openDialog?.action === 'delete' && (
        <DeleteTagDialog tag={openDialog.tag} onClosed={onClosed} />
      )}
    </Card>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(3).map((key) => (
        <div key={key} className="flex items-center py-2.5">
          <Skeleton className="h-6 w-32 rounded-full" />
        </div>
      ))}
    </div>
  );
}
