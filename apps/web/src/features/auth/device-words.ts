import { formatAge } from '../../platform/formats.ts';
import type { Device } from './sessions.api.ts';

/** This device first, then the one used last. */
export function inOrder(devices: readonly Device[]): Device[] {
  return devices.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_used_at.localeCompare(a.last_used_at),
  );
}

/** When a device was last used: `Active now`, `Last used 3 hours ago`. */
export function lastUse({ current, last_used_at }: Device, now: number): string {
  const age = formatAge(Date.parse(last_used_at), now);
  return current || age === 'just now' ? 'Active now' : `Last used ${age}`;
}

/** Whether a device is held in the hand, as far as its name tells. */
export function isHandheld({ device }: Pick<Device, 'device'>): boolean {
  return /Android|iPhone|iPad/.test(device);
}
