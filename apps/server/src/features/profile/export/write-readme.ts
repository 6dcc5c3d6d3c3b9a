import type { ExportedFile } from './exported-file.ts';

/** The page that comes first in the archive: what each file is, and how to read it. */
export const writeReadme = (
  files: readonly ExportedFile[],
  { email, at }: { email: string; at: Date },
): string => `Everything that Cairn holds on ${email}
Written on ${at.toISOString()}

Each of these is there twice, with the same rows: as JSON, and as CSV for a spreadsheet.

${files.map(({ name, about }) => `${name}.json, ${name}.csv\n  ${about}`).join('\n\n')}

How to read them

- Amounts are in the currency beside them; above zero: money out, below: money in. Balances are as the bank tells them.
- Days are calendar days. Instants are in UTC. 'forever' is what was bought for life.
- CSV is UTF-8 (RFC 4180). A text that a spreadsheet would run as a formula has an apostrophe in front; JSON has it as it was.
- The archive is written while you read it. What a bank sends in those seconds may be missing from it.

What is not in it: your password and other secrets, of which only a hash or a sealed form is kept; the keys with which
we reach your banks; and what follows from the rows that are here (totals, indexes, bookmarks of the sync).
`;
