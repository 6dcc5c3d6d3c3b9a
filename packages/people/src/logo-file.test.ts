import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoPerson } from './demo/demo-person.ts';
import { logoFile } from './logo-file.ts';

const pngSignature = '89504e470d0a1a0a';

test.each(['2026-01-31', '2026-11-21', '2028-02-29'])(
  'every merchant with a website has a logo in the demo generated for %s',
  (today) => {
    const { transactions } = demoPerson.generateLife(today, 1);
    const websites = new Set(transactions.flatMap(({ website }) => website ?? []));
    expect(websites.size).toBeGreaterThan(30);
    const signatures = [...websites].map((website) =>
      readFileSync(logoFile(website)).toString('hex', 0, 8),
    );
    expect(signatures.filter((signature) => signature !== pngSignature)).toEqual([]);
  },
);

test('a website cannot lead to a file outside the folder', () => {
  expect(logoFile('../package').pathname).toMatch(/\/logos\/\.\.%2Fpackage\.png$/);
});
