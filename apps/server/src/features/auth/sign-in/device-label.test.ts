import { expect, test } from 'vitest';
import { deviceLabel } from './device-label.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

test.each([
  [`${mac} (KHTML, like Gecko) Chrome/140.0 Safari/537.36`, 'Chrome on macOS'],
  [`${mac} (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['', 'Unknown browser on unknown system'],
  [undefined, 'Unknown browser on unknown system'],
  ['curl/8', 'Unknown browser on unknown system'],
])('the user agent %j is labeled %s', (userAgent, device) =>
  expect(deviceLabel(userAgent)).toBe(device),
);
