import { formatMessage } from '@cairn/contract/text/copy';
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatInstitution } from '../../platform/formats/formats.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type SyncState, useLinkedItems, useReportUpdated } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';
import { ReconnectButton } from './reconnect-button.tsx';
import { dataAgeText } from './sync-labels.ts';
import { WithdrawnAccessNotices } from './withdrawn-access-notices.tsx';

const copy = linkingCopy.notices;

type Item = SyncState['items'][number];

/**
 * A notice for each bank where access was withdrawn, then one for each item that needs attention, with the age of the
 * item's data and buttons that fix the problem.
 */
export function ItemNotices({
  items,
  onOpenItemChange,
}: {
  items: readonly Item[];
  /** Called with the aggregator's id of the item whose link flow is open, or with null when it closes. */
  onOpenItemChange: (itemId: string | null) => void;
}) {
  const demo = useDemoMode();
  const linked = useLinkedItems(!demo);
  return (
    <>
      <WithdrawnAccessNotices />
      {items.map((item) => {
        const details = linked.data?.details.find(({ item_id }) => item_id === item.item_id);
        return (
          <ItemNotice
            key={item.item_id}
            item={item}
            id={details?.id}
            lastSync={details?.last_sync_pretty}
          >
            <RemedyButtons
              item={item}
              onRunning={(running) => onOpenItemChange(running ? item.item_id : null)}
            />
          </ItemNotice>
        );
      })}
    </>
  );
}

function ItemNotice({
  item,
  id,
  lastSync,
  children,
}: {
  item: Item;
  /** Cairn's ID for the institution. Undefined while it loads. */
  id: string | undefined;
  lastSync: string | undefined;
  /** The buttons that fix the problem. */
  children: ReactNode;
}) {
  const name = formatInstitution(item);
  const isError = item.error !== null;
  const Icon = isError ? CircleAlert : Info;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-control px-4 py-2.5',
        isError ? 'bg-attention-soft' : 'bg-accent-soft',
      )}
    >
      <p className="flex min-w-0 grow basis-72 items-start gap-3">
        <Icon
          aria-hidden="true"
          className={classNames('size-5 shrink-0', isError ? 'text-attention' : 'text-accent')}
        />
        <span className="min-w-0 wrap-anywhere">
          {item.error ?? item.notice ?? formatMessage(copy.connected, { institution: name })}{' '}
          {isError && <span className="text-muted">{dataAgeText(name, lastSync)} </span>}
          <InstitutionLink id={id} name={item.institution_name} />
        </span>
      </p>
      {/* The buttons wrap below the text on narrow screens. */}
      <div className="ml-8 sm:ml-0">{children}</div>
    </div>
  );
}

function RemedyButtons({
  item: { item_id, error, notice, remedy },
  onRunning,
}: {
  item: Item;
  onRunning: (running: boolean) => void;
}) {
  if (remedy === 'link_again')
    return (
      <ButtonLink to={paths.link} size="small">
        {copy.linkAgain}
      </ButtonLink>
    );
  // An item without a problem is listed only while its link flow is still open.
  const isResolved = error === null && notice === null;
  if (remedy === null && !isResolved) return null;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {remedy === 'choose_accounts' && error === null && <DismissButton itemId={item_id} />}
      <ReconnectButton itemId={item_id} remedy={remedy ?? 'reconnect'} onRunning={onRunning} />
    </div>
  );
}

/** Dismisses a notice until the bank has something new. */
function DismissButton({ itemId }: { itemId: string }) {
  const dismiss = useReportUpdated();
  return (
    <Button
      variant="ghost"
      size="small"
      busy={dismiss.isPending}
      onClick={() => dismiss.mutate(itemId)}
    >
      {copy.notNow}
    </Button>
  );
}

/** Links to the institution's page once its id is known. */
function InstitutionLink({ id, name }: { id: string | undefined; name: string }) {
  if (id === undefined) return null;
  return (
    <Link
      to={paths.institution(id)}
      className="font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
    >
      {formatMessage(copy.view, { institution: name })}
    </Link>
  );
}
