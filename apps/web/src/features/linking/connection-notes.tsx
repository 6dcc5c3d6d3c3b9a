import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { formatInstitution } from '../../platform/formats.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type SyncState, useLinkedItems, useNoteUpdated } from './linking.api.ts';
import { ReconnectButton } from './reconnect-button.tsx';
import { ageWords } from './sync-words.ts';
import { WithdrawnNotes } from './withdrawn-note.tsx';

type Item = SyncState['items'][number];

/**
 * One line for each institution that has something to say: what it is, how old its data is, what helps. Before them, of
 * those that are gone because access was withdrawn at the bank.
 */
export function ConnectionNotes({
  items,
  onMending,
}: {
  items: readonly Item[];
  /** Whose bank's page is open, by the aggregator's id; null: nobody's. */
  onMending: (itemId: string | null) => void;
}) {
  const demo = useDemoMode();
  const linked = useLinkedItems(!demo);
  return (
    <>
      <WithdrawnNotes />
      {items.map((item) => {
        const details = linked.data?.details.find(({ item_id }) => item_id === item.item_id);
        return (
          <Note
            key={item.item_id}
            item={item}
            id={details?.id}
            lastSync={details?.last_sync_pretty}
          >
            <WhatHelps
              item={item}
              onRunning={(running) => onMending(running ? item.item_id : null)}
            />
          </Note>
        );
      })}
    </>
  );
}

function Note({
  item,
  id,
  lastSync,
  children,
}: {
  item: Item;
  /** Ours; undefined until it is known. */
  id: string | undefined;
  lastSync: string | undefined;
  /** What helps. */
  children: ReactNode;
}) {
  const name = formatInstitution(item);
  const isTrouble = item.error !== null;
  const Icon = isTrouble ? CircleAlert : Info;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-control px-4 py-2.5',
        isTrouble ? 'bg-attention-soft' : 'bg-accent-soft',
      )}
    >
      <p className="flex min-w-0 grow basis-72 items-start gap-3">
        <Icon
          aria-hidden="true"
          className={classNames('size-5 shrink-0', isTrouble ? 'text-attention' : 'text-accent')}
        />
        <span className="min-w-0 wrap-anywhere">
          {item.error ?? item.notice ?? `${name} is connected.`}{' '}
          {isTrouble && <span className="text-muted">{ageWords(name, lastSync)} </span>}
          <InstitutionLink id={id} name={item.institution_name} />
        </span>
      </p>
      {/* Below the words where there is no room beside them. */}
      <div className="ml-8 sm:ml-0">{children}</div>
    </div>
  );
}

function WhatHelps({
  item: { item_id, error, notice, remedy },
  onRunning,
}: {
  item: Item;
  onRunning: (running: boolean) => void;
}) {
  if (remedy === 'link_again')
    return (
      <ButtonLink to={paths.link} size="small">
        Link it again
      </ButtonLink>
    );
  // One that is well again is only here because its flow is still open.
  const isMended = error === null && notice === null;
  if (remedy === null && !isMended) return null;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {remedy === 'choose_accounts' && error === null && <NotNow itemId={item_id} />}
      <ReconnectButton itemId={item_id} remedy={remedy ?? 'reconnect'} onRunning={onRunning} />
    </div>
  );
}

/** Who does not want what the bank has is not asked again until it has something else. */
function NotNow({ itemId }: { itemId: string }) {
  const seen = useNoteUpdated();
  return (
    <Button variant="ghost" size="small" busy={seen.isPending} onClick={() => seen.mutate(itemId)}>
      Not now
    </Button>
  );
}

/** Leads to the institution's own page, once that is known. */
function InstitutionLink({ id, name }: { id: string | undefined; name: string }) {
  if (id === undefined) return null;
  return (
    <Link
      to={paths.institution(id)}
      className="font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
    >
      See {name}
    </Link>
  );
}
