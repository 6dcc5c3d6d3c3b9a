import type { CallReply } from '@cairn/contract/calls';
import { isDemoMode } from '../../platform/demo-mode.ts';
import { getSession } from '../../platform/session.ts';

type Row = CallReply<'GET /user/transaction'>;

/** What one tab tells the others: rows that this person has changed in it. */
interface Told {
  readonly person: string;
  readonly rows: readonly Row[];
}

/** Not where there are no tabs: in tests of what is pure, an open channel would keep them from ending. */
const channel = typeof window === 'undefined' ? null : new BroadcastChannel('changed-transactions');

const personHere = () => getSession()?.claims.id;

/** Tells the other tabs of this browser that rows have changed. */
export function tellOtherTabs(rows: readonly Row[]): void {
  const person = personHere();
  if (person !== undefined) channel?.postMessage({ person, rows } satisfies Told);
}

/** Is told when this person has changed rows in another tab. The demo's rows are never changed. */
export function onChangeInOtherTab(take: (rows: readonly Row[]) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.person === personHere() && !isDemoMode()) take(data.rows);
  });
}
