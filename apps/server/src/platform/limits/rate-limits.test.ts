import { expect, test } from 'vitest';
import { parseRateLimits } from './rate-limits.ts';

const parse = (text: string) => {
  const errors: string[] = [];
  return { limits: parseRateLimits(text, errors), errors };
};

test('the default limits are those of docs/security.md', () => {
  expect(parse('')).toEqual({
    limits: {
      sign_in_address: { points: 5, seconds: 900 },
      sign_in_ip: { points: 100, seconds: 900 },
      sign_in_device: { points: 5, seconds: 900 },
      password_check_session: { points: 5, seconds: 900 },
      factor_challenge: { points: 5, seconds: 900 },
      factor_user: { points: 5, seconds: 900 },
      factor_session: { points: 5, seconds: 900 },
      signup_ip: { points: 60, seconds: 3_600 },
      email_check_ip: { points: 300, seconds: 3_600 },
      mail_address: { points: 5, seconds: 3_600 },
      mail_ip: { points: 60, seconds: 3_600 },
      mail_user: { points: 10, seconds: 3_600 },
      identity_user: { points: 20, seconds: 3_600 },
      apple_sign_in_ip: { points: 100, seconds: 900 },
      oidc_sign_in_ip: { points: 100, seconds: 900 },
      csp_report_ip: { points: 60, seconds: 3_600 },
      write_user: { points: 600, seconds: 900 },
      sync_user: { points: 120, seconds: 3_600 },
      export_user: { points: 20, seconds: 3_600 },
      link_token_user: { points: 120, seconds: 3_600 },
      link_user: { points: 60, seconds: 3_600 },
      portfolio_user: { points: 240, seconds: 3_600 },
      portal_user: { points: 30, seconds: 3_600 },
    },
    errors: [],
  });
});

test('an override changes the count but not the window or other limits', () => {
  const { limits, errors } = parse(' signup_ip = 5000 ,mail_address=7,');
  expect(errors).toEqual([]);
  expect(limits.signup_ip).toEqual({ points: 5_000, seconds: 3_600 });
  expect(limits.mail_address).toEqual({ points: 7, seconds: 3_600 });
  expect(limits.sync_user).toEqual({ points: 120, seconds: 3_600 });
});

test.each([
  ['signup'],
  ['signup_ip=0'],
  ['signup_ip=-1'],
  ['signup_ip=1.5'],
  ['toString=3'],
  ['=3'],
])('the override %j is reported as an error', (text) =>
  expect(parse(text).errors).toEqual([expect.stringContaining(`'${text}'`)]),
);
