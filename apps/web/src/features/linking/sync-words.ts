import { formatCount, formatInstitution } from '../../platform/formats.ts';
import type { SyncState } from './linking.api.ts';

/** `1,240 transactions from Harbor Savings` while a sync brings some, else whom it asks. */
export function progressWords(state: SyncState | undefined): string {
  const busy = state?.items.filter((item) => item.state === 'running' || item.state === 'queued');
  const bringing = busy?.filter(({ added }) => added > 0).at(-1);
  if (bringing) {
    const noun = bringing.added === 1 ? 'transaction' : 'transactions';
    return `${formatCount(bringing.added)} ${noun} from ${formatInstitution(bringing)}`;
  }
  const [only, ...others] = busy ?? [];
  return only && others.length === 0 ? `Asking ${formatInstitution(only)}…` : 'Syncing…';
}

/** Whether no bank has ever sent anything: what is missing then is not known, and not nothing. */
export const hasBroughtNothing = (state: SyncState | undefined): boolean =>
  state?.items.every(({ last_sync }) => last_sync === null) ?? true;

/** `What you see from Harbor Savings was brought in 3 hours ago.` */
export function ageWords(institution: string, lastSync: string | undefined): string {
  if (lastSync === undefined) return 'What it brought before is still shown.';
  if (lastSync === 'Never') return `Nothing has come from ${institution} yet.`;
  const when = lastSync.charAt(0).toLowerCase() + lastSync.slice(1);
  return `What you see from ${institution} was brought in ${when}.`;
}
