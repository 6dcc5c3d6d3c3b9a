import { expect, test } from 'vitest';
import { readViolations } from './csp-reports.ts';

const legacy = (report: Record<string, unknown>) => readViolations({ 'csp-report': report });
const current = (body: Record<string, unknown>, type = 'csp-violation') =>
  readViolations([{ type, body }]);

test('both formats of reports are read, without page addresses and script samples', () => {
  const expected = [{ directive: 'script-src-elem', blocked: 'evil.example', isReportOnly: false }];
  expect(
    legacy({
      'document-uri': 'https://cairn.example/account/018f',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/a.js?user=ada',
      'script-sample': 'secret',
      disposition: 'enforce',
    }),
  ).toEqual(expected);
  expect(
    current({
      documentURL: 'https://cairn.example/account/018f',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/a.js?user=ada',
      sample: 'secret',
      disposition: 'enforce',
    }),
  ).toEqual(expected);
});

test.each([
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['https://evil.example:8443/a', 'evil.example:8443'],
  ['chrome-extension://abcdef/a.js', 'chrome-extension'],
  ['data', 'data'],
  ['no URL at all', 'unknown'],
  [undefined, 'unknown'],
])('the blocked resource %j is stored as %j', (blocked, expected) => {
  expect(legacy({ 'violated-directive': "img-src 'self'", 'blocked-uri': blocked })).toEqual([
    { directive: 'img-src', blocked: expected, isReportOnly: false },
  ]);
});

test('a violation that was only reported is marked as such', () => {
  const body = { effectiveDirective: 'require-trusted-types-for', disposition: 'report' };
  expect(current({ ...body, blockedURL: 'trusted-types-sink' })).toEqual([
    {
      directive: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      isReportOnly: true,
    },
  ]);
});

test('other reports and unknown directives are ignored', () => {
  expect(current({ id: 'x' }, 'deprecation')).toEqual([]);
  expect(legacy({ 'effective-directive': 'made-up', 'blocked-uri': 'inline' })).toEqual([]);
  expect(legacy({})).toEqual([]);
});
