import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { formatInstitution } from '../../platform/formats/formats.ts';
import type { SyncState } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';

/** `1,240 transactions from Harbor Savings` once there are new transactions, and until then which bank is syncing. */
export function syncProgressText(state: SyncState | undefined): string {
  const syncing = state?.items.filter(
    (item) => item.state === 'running' || item.state === 'queued',
  );
  const latest = syncing?.filter(({ added }) => added > 0).at(-1);
  if (latest) {
    return formatMessage(formatPlural(latest.added, linkingCopy.setup.transactions), {
      institution: formatInstitution(latest),
    });
  }
  const [only, ...others] = syncing ?? [];
  return only && others.length === 0
    ? formatMessage(linkingCopy.sync.syncingInstitution, { institution: formatInstitution(only) })
    : linkingCopy.sync.syncingNow;
}

/** True if no item has ever synced, so that missing data is unknown rather than absent. */
export const hasNeverSynced = (state: SyncState | undefined): boolean =>
  state?.items.every(({ last_sync }) => last_sync === null) ?? true;

/** `Data from Harbor Savings was last synced 3 hours ago.` */
export function dataAgeText(institution: string, lastSync: string | undefined): string {
  const copy = linkingCopy.notices;
  if (lastSync === undefined) return copy.dataKept;
  if (lastSync === 'Never') return formatMessage(copy.noData, { institution });
  const age = lastSync.charAt(0).toLowerCase() + lastSync.slice(1);
  return formatMessage(copy.dataAge, { institution, age });
}
