import { expect, test } from 'vitest';
import { isHandheld, lastUseLabel, sortDevices } from './device-labels.ts';
import type { Device } from './sessions.api.ts';

const device = (fields: Partial<Device>): Device => ({
  id: 'a',
  device: 'Firefox on Linux',
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: '2026-11-01T08:00:00.000Z',
  current: false,
  trusted_until: null,
  ...fields,
});
const now = Date.parse('2026-11-21T12:00:00Z');

test('this device comes first, and the others are sorted by last use', () => {
  const devices = [
    device({ id: 'old' }),
    device({ id: 'this', current: true }),
    device({ id: 'new', last_used_at: '2026-11-20T08:00:00.000Z' }),
  ];
  expect(sortDevices(devices).map(({ id }) => id)).toEqual(['this', 'new', 'old']);
});

test('the last use is shown as an age, and this device as active', () => {
  expect(lastUseLabel(device({ last_used_at: '2026-11-21T09:00:00Z' }), now)).toBe(
    'Last used 3 hours ago',
  );
  expect(lastUseLabel(device({ last_used_at: '2026-11-21T11:59:50Z' }), now)).toBe('Active now');
  expect(lastUseLabel(device({ current: true }), now)).toBe('Active now');
});

test('phones and tablets are handheld, and desktop computers are not', () => {
  expect(isHandheld({ device: 'Safari on iPhone' })).toBe(true);
  expect(isHandheld({ device: 'Chrome on Android' })).toBe(true);
  expect(isHandheld({ device: 'Chrome on macOS' })).toBe(false);
});
