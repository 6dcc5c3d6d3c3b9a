const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, in the words of the 'Last Sync' label. */
export function relativeTime(then: Date | null, now: Date): string {
  if (then === null) return 'Never';
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  if (seconds < minute) return 'Just now';
  if (seconds < hour) return ago(Math.floor(seconds / minute), 'minute');
  if (seconds < day) return ago(Math.floor(seconds / hour), 'hour');
  if (seconds < 2 * day) return 'Yesterday';
  return ago(Math.floor(seconds / day), 'day');
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** When any of the linked institutions was last synced. */
export function lastSync(items: readonly { last_synced_at: Date | null }[]): Date | null {
  const times = items.flatMap(({ last_synced_at }) => last_synced_at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}
