const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats how long ago something happened, for the 'Last Sync' label. */
export function formatRelativeTime(past: Date | null, now: Date): string {
  if (past === null) return 'Never';
  const seconds = Math.max(0, (now.getTime() - past.getTime()) / 1000);
  if (seconds < minute) return 'Just now';
  if (seconds < hour) return ago(Math.floor(seconds / minute), 'minute');
  if (seconds < day) return ago(Math.floor(seconds / hour), 'hour');
  if (seconds < 2 * day) return 'Yesterday';
  return ago(Math.floor(seconds / day), 'day');
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Returns when any of the items was last synced, or null. */
export function findLastSync(items: readonly { last_synced_at: Date | null }[]): Date | null {
  const times = items.flatMap(({ last_synced_at }) => last_synced_at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}
