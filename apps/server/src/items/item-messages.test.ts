import { expect, test } from 'vitest';
import type { PlaidErrorKind } from '../providers/plaid/errors.ts';
import { itemErrorMessage } from './item-messages.ts';

test('the message for each kind of error names the bank', () => {
  const kinds: PlaidErrorKind[] = [
    'login_required',
    'revoked',
    'removed',
    'unavailable',
    'mutation',
  ];
  for (const kind of kinds) expect(itemErrorMessage(kind, 'Harbor')).toMatch(/Harbor.*\.$/);
});
