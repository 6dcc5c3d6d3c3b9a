import { expect, test } from 'vitest';
import { describeIp, requestIp } from './request-ip.ts';

test('an IP address is stored whole, as its network, or not at all', () => {
  expect(describeIp('203.0.113.7', 'full')).toBe('203.0.113.7');
  expect(describeIp('203.0.113.7', 'truncated')).toBe('203.0.113.0/24');
  expect(describeIp('203.0.113.7', 'none')).toBeNull();
});

test('there is no IP address outside a request', () => expect(requestIp()).toBeNull());
