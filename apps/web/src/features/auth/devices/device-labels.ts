import { formatMessage } from '@cairn/contract/text/copy';
import { formatTimeAgo } from '../../../platform/formats/formats.ts';
import { authCopy } from '../auth.copy.ts';
import type { Device } from './sessions.api.ts';

/** Puts this device first and sorts the others by last use. */
export function sortDevices(devices: readonly Device[]): Device[] {
  return devices.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.last_used_at.localeCompare(a.last_used_at),
  );
}

/** When a device was last used: `Active now`, `Last used 3 hours ago`. */
export function lastUseLabel({ current, last_used_at }: Device, now: number): string {
  const age = formatTimeAgo(Date.parse(last_used_at), now);
  return current || age === 'just now'
    ? authCopy.devices.activeNow
    : formatMessage(authCopy.devices.lastUsed, { age });
}

/** True if a device's name is that of a phone or tablet. */
export function isHandheld({ device }: Pick<Device, 'device'>): boolean {
  return /Android|iPhone|iPad/.test(device);
}
