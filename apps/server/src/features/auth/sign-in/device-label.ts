import { formatMessage } from '@cairn/contract/text/copy';
import { authCopy } from '../auth.copy.ts';

/** A label that users recognize a device by: the browser and system that its user agent names. */
export function deviceLabel(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const { label, unknownBrowser, unknownSystem } = authCopy.device;
  const browser =
    ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => text.includes(`${name}/`)) ??
    unknownBrowser;
  const system =
    ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'].find((name) =>
      text.includes(name),
    ) ?? unknownSystem;
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  return formatMessage(label, {
    browser: names[browser] ?? browser,
    system: names[system] ?? system,
  });
}
