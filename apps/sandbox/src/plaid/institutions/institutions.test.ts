import { CountryCode } from 'plaid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  catchPlaidError,
  type SandboxHarness,
  startSandbox,
} from '../../testing/sandbox-harness.ts';

let sandbox: SandboxHarness;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test('an institution has a name, and on request its color and logo', async () => {
  const { data } = await sandbox.plaid.institutionsGetById({
    institution_id: 'ins_8',
    country_codes: [CountryCode.Us],
    options: { include_optional_metadata: true },
  });
  expect(data.institution).toMatchObject({
    name: 'Quillon Investments',
    primary_color: '#6d28d9',
    oauth: false,
  });
  const logo = Buffer.from(data.institution.logo ?? '', 'base64');
  expect(logo.subarray(1, 4).toString()).toBe('PNG');
  expect(logo.readUInt32BE(16)).toBe(152);

  const plain = await sandbox.plaid.institutionsGetById({
    institution_id: 'ins_8',
    country_codes: [CountryCode.Us],
  });
  expect(plain.data.institution).not.toHaveProperty('logo');
  const search = await sandbox.plaid.institutionsSearch({
    query: 'harbor',
    country_codes: [CountryCode.Us],
    products: null,
  });
  expect(search.data.institutions.map((institution) => institution.institution_id)).toEqual([
    'ins_1',
  ]);
  const unknown = await catchPlaidError(
    sandbox.plaid.institutionsGetById({
      institution_id: 'ins_99',
      country_codes: [CountryCode.Us],
    }),
  );
  expect(unknown.error_code).toBe('INVALID_INSTITUTION');
});
