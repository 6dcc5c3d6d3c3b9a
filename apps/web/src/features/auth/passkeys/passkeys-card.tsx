import { formatMessage } from '@cairn/contract/text/copy';
import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { formatTimeAgo } from '../../../platform/formats/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QueryError } from '../../../ui/feedback/states.tsx';
import { useIdentities } from '../methods/identities.api.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { supportsPasskeys } from './passkey-support.ts';
import { type Passkey, usePasskeys } from './passkeys.api.ts';
import { passkeysCopy as copy } from './passkeys.copy.ts';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

type OpenDialog = { action: 'add' } | { action: 'rename' | 'remove'; passkey: Passkey };

/** The user's passkeys, with buttons that add, rename, and remove them. */
export function PasskeysCard() {
  const query = usePasskeys();
  const { data, error, dataUpdatedAt } = query;
  const methods = useIdentities().data;
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const passkeys = data?.passkeys ?? [];
  const onClosed = () => setOpenDialog(null);
  return (
    <Card
      id="passkeys"
      tabIndex={-1}
      title={copy.title}
      action={
        data &&
        supportsPasskeys() && (
          <Button variant="secondary" size="small" onClick={() => setOpenDialog({ action: 'add' })}>
            {copy.add}
          </Button>
        )
      }
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
    >
      <QueryError subject={copy.subject} query={query} bannerClass="my-2" placeholderClass="py-6" />
      {!data && !error && <Loading />}
      {data && passkeys.length === 0 && <p className="pt-1 text-muted">{copy.intro}</p>}
      {data && !supportsPasskeys() && <p className="pt-1 text-muted">{copy.unsupported}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            now={dataUpdatedAt}
            isOnlyMethod={methods?.identities.length === 0 && passkeys.length === 1}
            onRename={() => setOpenDialog({ action: 'rename', passkey })}
            onRemove={() => setOpenDialog({ action: 'remove', passkey })}
          />
        ))}
      </ul>
      {openDialog?.action === 'add' && <AddPasskeyDialog onClosed={onClosed} />}
      {openDialog?.action === 'rename' && (
        <RenamePasskeyDialog passkey={openDialog.passkey} onClosed={onClosed} />
      )}
      {openDialog?.action === 'remove' && (
        <RemovePasskeyDialog passkey={openDialog.passkey} onClosed={onClosed} />
      )}
    </Card>
  );
}

function PasskeyRow({
  passkey,
  now,
  isOnlyMethod,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  now: number;
  isOnlyMethod: boolean;
  onRename: () => void;
  onRemove: () => void;
}) {
  const { name, synced, created_at, last_used_at } = passkey;
  const usage =
    last_used_at === null
      ? copy.neverUsed
      : formatMessage(copy.lastUsed, { age: formatTimeAgo(Date.parse(last_used_at), now) });
  return (
    <li className="flex items-center gap-3 py-3">
      <Fingerprint aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {synced && <Badge>{copy.synced}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {formatMessage(copy.usage, { usage, date: formatInstant(created_at, 'day') })}
        </p>
        {isOnlyMethod && <p className="text-xs text-muted">{copy.onlyMethod}</p>}
      </div>
      <div className="-mr-2 flex shrink-0">
        <IconButton label={formatMessage(copy.renameNamed, { name })} onClick={onRename}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        {!isOnlyMethod && (
          <IconButton label={formatMessage(copy.removeNamed, { name })} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
    </li>
  );
}

function Loading() {
  return (
    <>
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      <div className="flex flex-col gap-1.5 py-2">
        <Skeleton className="h-4 w-full max-w-96" />
        <Skeleton className="h-4 w-40" />
      </div>
    </>
  );
}
