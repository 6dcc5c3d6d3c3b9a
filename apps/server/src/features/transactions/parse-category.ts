import { canonicalCategory, categories } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { unprocessable } from '../../platform/problem.ts';
import { transactionsCopy } from './transactions.copy.ts';

/** Returns the canonical key. Undefined and null stay as they are. Throws 422 for an unknown category. */
export function parseCategory<T extends string | null | undefined>(
  key: T,
): string | Exclude<T, string> {
  if (key === null || key === undefined) return key as Exclude<T, string>; // Not a string, as just checked.
  const canonical = canonicalCategory(key);
  if (!categories.has(canonical))
    throw unprocessable(
      formatMessage(transactionsCopy.unknownCategory, { category: key.slice(0, 80) }),
    );
  return canonical;
}
